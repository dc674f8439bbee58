import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { countLeads } from '~/server/leads/lead-list';

export const GET = endpoint({ allow: 'staff', handle: () => answerJson(countLeads()) });

export const ALL = methodNotAllowed;
