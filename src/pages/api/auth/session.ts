import { endpoint } from '~/server/http/endpoint';

export const GET = endpoint({ allow: 'anyone', handle: ({ user }) => ({ user }) });
