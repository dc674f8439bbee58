import { endpoint } from '~/server/http/endpoint';
import { exportRejected } from '~/server/imports/rejected';
import { idParamsSchema } from '~/shared/row-id';

/** A spreadsheet to fix and import again. */
export const GET = endpoint({
  allow: 'admin',
  confirmed: true,
  params: idParamsSchema,
  handle: ({ params, actor }) => exportRejected(params.id, actor),
});
