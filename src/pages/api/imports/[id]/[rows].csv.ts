import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { exportKeptRows, KEPT_ROWS } from '~/server/imports/kept-rows';
import { idParamsSchema } from '~/shared/row-id';

/** A spreadsheet to fix, or look through, and import again. */
export const GET = endpoint({
  allow: 'admin',
  confirmed: true,
  params: idParamsSchema.extend({ rows: z.enum(KEPT_ROWS) }),
  handle: ({ params, actor }) => exportKeptRows(params.id, params.rows, actor),
});
