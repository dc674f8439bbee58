import { actorOf } from '~/server/audit/audit';
import { exportCompanies } from '~/server/companies/exports';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';

/** A spreadsheet to download. */
export const GET = endpoint({
  allow: 'admin',
  handle: ({ user, astro }) => exportCompanies(actorOf(user, astro)),
});

export const ALL = methodNotAllowed;
