import { z } from '~/shared/zod';

/** A row id in a path: no sign or leading zero, within exact integers. */
export const rowIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(z.int());
