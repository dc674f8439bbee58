import { endpoint } from '~/server/http/endpoint';
import { exportTables } from '~/server/numbers/export-table';
import { reportQuerySchema } from '~/shared/numbers/schema';

/** All numbers of a report as one workbook, a sheet per table. */
export const GET = endpoint({
  allow: 'staff',
  query: reportQuerySchema,
  handle: ({ query, visit, user }) => exportTables(query, { userId: user.id, signal: visit.signal }),
});
