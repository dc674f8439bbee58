import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { listStaff } from '~/server/leads/owners';

/** Who may have leads. */
export const GET = endpoint({ allow: 'staff', handle: () => answerJson({ staff: listStaff() }) });
