import { listTeam } from '~/server/accounts/team';
import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';

export const GET = endpoint({ allow: 'admin', handle: () => answerJson({ members: listTeam() }) });

export const ALL = methodNotAllowed;
