import { endpoint } from '~/server/http/endpoint';
import { exportKeptRows } from '~/server/imports/kept-rows';

/** A spreadsheet to look through, and import again what was meant otherwise. */
export const GET = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'row',
  handle: ({ params, actor }) => exportKeptRows(params.id, 'skipped', actor),
});
