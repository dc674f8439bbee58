import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { exportTable } from '~/server/reports/export-table';
import { reportQuerySchema } from '~/shared/numbers/schema';
import { TABLES } from '~/shared/numbers/tables';

/** The numbers behind one plot of a report as a spreadsheet to download. */
export const GET = endpoint({
  allow: 'staff',
  params: z.object({ table: z.enum(TABLES) }),
  query: reportQuerySchema,
  handle: ({ params: { table }, query, visit, user }) =>
    exportTable(table, query, { userId: user.id, signal: visit.signal }),
});
