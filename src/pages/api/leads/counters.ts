import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { countLeads } from '~/server/leads/lead-list';

export const GET = endpoint({ allow: 'staff', handle: () => answerJson(countLeads()) });

export const ALL = methodNotAllowed;
