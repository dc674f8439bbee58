import { cleanLine } from '~/shared/clean-text';
import { leadErrors as errors } from '~/shared/strings/lead/errors';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import { emptyAsMissing, rule, type Sentence, z } from '~/shared/zod';
import { isDay, isZone } from './days';
import { LEAD_ORDERS } from './enums';
import { FILTER_NAMES, type FilterName, filterOf, type LeadFilters } from './filters';
import { MAX_PANEL_LEADS } from './live';

const search = z
  .string()
  .transform((text) => cleanLine(text) || undefined)
  .pipe(z.string().max(120, errors.searchLong).optional())
  .optional();

/** The schema of one value. An empty one is no filter. */
function schemaOf(name: FilterName) {
  const filter = filterOf(name);
  switch (filter.kind) {
    case 'choice':
      return enumFilter(filter.values);
    case 'order':
      return enumFilter(LEAD_ORDERS);
    case 'text':
      return textFilter((text) => text.length <= filter.max);
    case 'person':
      return textFilter((id) => id.length <= 64);
    case 'plan':
      return textFilter((id) => id.length <= 40);
    case 'day':
      return textFilter(isDay, followUpErrors.dayInvalid);
    case 'days':
      return textFilter((days) => /^[1-9]\d{0,2}$/.test(days), followUpErrors.idleInvalid);
    case 'zone':
      return textFilter(isZone, followUpErrors.zoneInvalid);
    case 'search':
      return search;
  }
}

type Shape = { [Name in FilterName]: z.ZodOptional<z.ZodType<NonNullable<LeadFilters[Name]>>> };

/** The list's filters in a URL. An unknown one is refused, since dropping it would list what nobody asked for. */
export const leadFiltersSchema = z.strictObject(
  Object.fromEntries(FILTER_NAMES.map((name) => [name, schemaOf(name)])) as unknown as Shape,
);

/** An open panel's query: its list with so many rows, and further leads by id. */
export const panelQuerySchema = leadFiltersSchema.extend({
  rows: z.coerce.number().int().min(1).max(MAX_PANEL_LEADS).optional(),
  also: z
    .string()
    .transform((ids) => ids.split(',').map(Number))
    .pipe(z.array(z.int().positive()).max(MAX_PANEL_LEADS))
    .optional(),
});

export function textFilter(isValid: (text: string) => boolean, error: Sentence = errors.filterInvalid) {
  return emptyAsMissing(z.string({ error: error.es }).refine(isValid, rule(error)).optional());
}

/** A URL filter with known values. */
export function enumFilter<const Values extends readonly [string, ...string[]]>(values: Values) {
  return emptyAsMissing(z.enum(values, { error: errors.filterInvalid.es }).optional());
}
