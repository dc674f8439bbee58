import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { countLeads } from '~/server/leads/leads';

export const GET = endpoint({ allow: 'staff', handle: () => Response.json(countLeads()) });

export const ALL = methodNotAllowed;
