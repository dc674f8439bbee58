import { z } from 'zod';
import { endpoint } from '~/server/http/endpoint';
import { exportReport } from '~/server/numbers/export';
import { reportQuerySchema } from '~/shared/numbers/schema';

/** The page of numbers to download. */
export const GET = endpoint({
  allow: 'staff',
  params: z.object({ file: z.enum(['csv', 'workbook']) }),
  query: reportQuerySchema,
  handle: ({ params: { file }, query, visit, user }) =>
    exportReport(file, query, { userId: user.id, signal: visit.signal }),
});
