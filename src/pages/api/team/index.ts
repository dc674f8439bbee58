import { listTeam } from '~/server/accounts/team';
import { endpoint, methodNotAllowed } from '~/server/endpoint';

export const GET = endpoint({ allow: 'admin', handle: () => Response.json({ members: listTeam() }) });

export const ALL = methodNotAllowed;
