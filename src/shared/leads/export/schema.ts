import { filterOf, leadFiltersSchema } from '../schema';
import { EXPORT_FORMATS, EXPORT_PARTS } from './formats';

/** The list's query, and the output format. */
export const exportSchema = leadFiltersSchema
  .extend({ format: filterOf(EXPORT_FORMATS), part: filterOf(EXPORT_PARTS) })
  .refine(({ format, part }) => format !== 'xlsx' || !part, { path: ['part'] });
