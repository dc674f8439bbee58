import { actorOf } from '~/server/audit/audit';
import { exportAgents } from '~/server/companies/exports';
import { endpoint } from '~/server/http/endpoint';

/** A spreadsheet to download. */
export const GET = endpoint({
  allow: 'admin',
  confirmed: true,
  handle: ({ user, visit }) => exportAgents(actorOf(user, visit)),
});
