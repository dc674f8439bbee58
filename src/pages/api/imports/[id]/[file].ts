import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { exportKeptRows } from '~/server/imports/kept-rows';
import { idParamsSchema } from '~/shared/row-id';

/** A spreadsheet to fix, or look through, and import again. */
export const GET = endpoint({
  allow: 'admin',
  confirmed: true,
  params: idParamsSchema.extend({ file: z.enum(['rejected.csv', 'skipped.csv']) }),
  handle: ({ params, actor }) =>
    exportKeptRows(params.id, params.file === 'rejected.csv' ? 'rejected' : 'skipped', actor),
});
