import { NONE } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { planName } from '~/shared/leads/plans';
import type { Count, Report, Slice } from '~/shared/numbers/report';
import { leadStrings } from '~/shared/strings/leads';
import type { Dimension, Tally } from './tally';

/** Makes a count with the query of the list that holds exactly its leads. */
export type Counter = (total: number | undefined, filters?: LeadFilters) => Count;

/** A count of leads that are listed whatever the period. */
export const listed = (total: number, filters: LeadFilters): Count => ({ total, query: toQuery(filters) });

type Kind = Exclude<Dimension, 'owner'>;
const FILTER_OF = {
  source: 'source',
  country: 'pais',
  type: 'client_type',
  plan: 'plan',
  via: 'via',
  reason: 'lost_reason',
} as const satisfies Record<Kind, keyof LeadFilters>;

const LABELS: Partial<Record<Kind, Record<string, string>>> = {
  type: leadStrings.clientTypes,
  source: leadStrings.sources,
  reason: leadStrings.lostReasons,
};

function nameOf(kind: Kind, value: string | null): string {
  if (value === null) return leadStrings.none;
  return kind === 'plan' ? planName(value) : (LABELS[kind]?.[value] ?? value);
}

/** Counts per value of a dimension, largest first. */
export function describeSlices({ by }: Tally, kind: Kind, count: Counter): Slice[] {
  return [...by[kind]]
    .map(([value, group]) => {
      const filters = { [FILTER_OF[kind]]: value ?? NONE };
      return {
        value,
        name: nameOf(kind, value),
        ...count(group.total, filters),
        contacted: count(group.contacted, { ...filters, answered: 'ever' }),
        won: count(group.won, { ...filters, estado: 'ganado' }),
      };
    })
    .sort((one, other) => other.total - one.total || (one.name < other.name ? -1 : 1));
}

export function describeReasons(tally: Tally, count: Counter): Report['lost_reasons'] {
  const slices = describeSlices(tally, 'reason', count);
  return slices.map(({ value, name, total, query }) => ({ reason: value, name, total, query }));
}
