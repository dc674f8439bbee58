import { endpoint, methodNotAllowed } from '~/server/endpoint';

export const GET = endpoint({ allow: 'anyone', handle: ({ user }) => Response.json({ user }) });

export const ALL = methodNotAllowed;
