import { filterOf, leadFiltersSchema } from '../schema';
import { EXPORT_STYLES } from './style';

/** What an export is asked for: the list's query, and how it is written. */
export const exportSchema = leadFiltersSchema.extend({ format: filterOf(EXPORT_STYLES) });
