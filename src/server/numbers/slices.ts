import { NONE } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import { planName } from '~/shared/leads/plans';
import type { LeadFilters } from '~/shared/leads/schema';
import type { Count, Slice } from '~/shared/numbers/report';
import type { Dimension } from '~/shared/numbers/schema';
import { leadStrings } from '~/shared/strings/leads';
import { readOwnerNames } from '../leads/owners/owner-names';
import type { Group } from './histograms';
import { type Tally, WON } from './tally';

/** Makes a count with the query of the list that holds exactly its leads. */
export type Counter = (total: number | undefined, filters?: LeadFilters) => Count;

/** A count of leads that are listed whatever the period. */
export const listed = (total: number, filters: LeadFilters): Count => ({ total, query: toQuery(filters) });

const FILTER_NAME_OF = {
  source: 'source',
  owner: 'owner',
  country: 'pais',
  type: 'client_type',
  plan: 'plan',
  via: 'via',
} as const satisfies Record<Dimension, keyof LeadFilters>;

export function filterForValue(dimension: Dimension, value: string | null): LeadFilters {
  return { [FILTER_NAME_OF[dimension]]: value ?? NONE };
}

const VALUE_LABELS: Partial<Record<Dimension, Record<string, string>>> = {
  type: leadStrings.clientTypes,
  source: leadStrings.sources,
};

/** Returns a function that labels a dimension's values. */
export function namerOf(dimension: Dimension, values: Iterable<string | null>): (value: string | null) => string {
  const owners = dimension === 'owner' ? readOwnerNames([...values].filter((id) => id !== null)) : undefined;
  return (value) => {
    if (value === null) return owners ? leadStrings.owner.nobody : leadStrings.none;
    if (owners) return owners.get(value) ?? leadStrings.owner.gone;
    return dimension === 'plan' ? planName(value) : (VALUE_LABELS[dimension]?.[value] ?? value);
  };
}

type Named = { name: string; total: number };
export const byTotal = (one: Named, other: Named) => other.total - one.total || (one.name < other.name ? -1 : 1);

/** Counts per value of a dimension, largest first. */
export function describeSlices({ by }: Tally, dimension: Dimension, count: Counter): Slice[] {
  const nameOf = namerOf(dimension, by[dimension].keys());
  return [...by[dimension]]
    .map(([value, group]) => {
      const filters = filterForValue(dimension, value);
      return {
        value,
        name: nameOf(value),
        ...countBoth(group, count, filters),
        contacted: count(group.contacted, { ...filters, answered: 'ever' }),
      };
    })
    .sort(byTotal);
}

export function countBoth(group: Group | undefined, count: Counter, filters: LeadFilters) {
  return {
    ...count(group?.total, filters),
    won: count(group?.standing(WON), { ...filters, estado: 'ganado' }),
  };
}
