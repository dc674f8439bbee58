import { filterOf, leadFiltersSchema } from '../schema';
import { EXPORT_FORMATS, EXPORT_PARTS } from './formats';

/** What an export is asked for: the list's query, and how it is written. */
export const exportSchema = leadFiltersSchema
  .extend({ format: filterOf(EXPORT_FORMATS), part: filterOf(EXPORT_PARTS) })
  .refine(({ format, part }) => format !== 'xlsx' || !part, { path: ['part'] });
