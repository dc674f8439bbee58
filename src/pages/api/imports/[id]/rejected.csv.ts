import { endpoint } from '~/server/http/endpoint';
import { exportKeptRows } from '~/server/imports/kept-rows';

/** A spreadsheet to fix and import again. */
export const GET = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'row',
  handle: ({ params, actor }) => exportKeptRows(params.id, 'rejected', actor),
});
