import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { listStaff } from '~/server/leads/owners/owners';
import { staffAnswer } from '~/shared/leads/answers/leads';

/** Possible owners of leads. */
export const GET = endpoint({
  allow: 'staff',
  open: { answer: staffAnswer },
  handle: () => answerJson({ staff: listStaff() }),
});
