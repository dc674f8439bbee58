import { z } from '~/shared/zod';

/** A row's id in a path: digits without sign or leading zero, within exact integers. */
export const rowIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(z.int());

/** The parameter of a path that names one row. */
export const idParamsSchema = z.object({ id: rowIdSchema });
