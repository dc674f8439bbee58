import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { exportTable } from '~/server/numbers/export-table';
import { reportFileSchema } from '~/shared/numbers/schema';
import { TABLES } from '~/shared/numbers/tables';

/** The numbers behind one plot, as a spreadsheet to download. */
export const GET = endpoint({
  allow: 'staff',
  params: z.object({ table: z.enum(TABLES) }),
  query: reportFileSchema,
  handle: ({ params: { table }, query: { format, ...request }, visit, user }) =>
    exportTable(table, request, format, { userId: user.id, signal: visit.signal }),
});
