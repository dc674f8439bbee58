import { z } from 'zod';

/** A row's number as it stands in a path: digits without sign or leading zero, within exact integers. */
export const rowIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(z.int());
