import { endpoint } from '~/server/http/endpoint';
import { exportKeptRows } from '~/server/imports/kept-rows';
import { rowIdSchema } from '~/shared/row-id';
import { z } from '~/shared/zod';

/** A spreadsheet to fix, or look through, and import again. */
export const GET = endpoint({
  allow: 'admin',
  confirmed: true,
  params: z.object({ id: rowIdSchema, file: z.enum(['rejected.csv', 'skipped.csv']) }),
  handle: ({ params, actor }) =>
    exportKeptRows(params.id, params.file === 'rejected.csv' ? 'rejected' : 'skipped', actor),
});
