import { exportAgents } from '~/server/companies/exports';
import { endpoint } from '~/server/http/endpoint';

/** A spreadsheet to download. */
export const GET = endpoint({ allow: 'admin', confirmed: true, handle: ({ actor }) => exportAgents(actor) });
