import { findOwnCompany } from '~/server/companies/agents';
import { endpoint } from '~/server/http/endpoint';

/** The agency the caller coordinates, with its agents; nobody else has one. */
export const GET = endpoint({ allow: 'agency', handle: ({ user }) => findOwnCompany(user.id) });
