import { canOwnLeads } from '~/server/leads/owners/owners';
import { ME, NONE } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import { hasValidOrder, type LeadFilters, leadFiltersSchema } from '~/shared/leads/schema';
import { viewErrors } from '~/shared/strings/panel/views';
import { query } from '../database/connection';

type Opened = { filters: LeadFilters; opens: string; problem: string | null };

/** Also of somebody who left. */
const selectName = query<[{ id: string }], { name: string }>('SELECT name FROM profiles WHERE id = :id');

/** What is still valid in a saved query, and a sentence about the rest: filters get removed, and people leave. */
export function openView(query: string): Opened {
  const filters: Record<string, string> = {};
  const gone: string[] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    const isKnown = leadFiltersSchema.safeParse({ [name]: value }).success;
    if (isKnown) filters[name] = value;
    else gone.push(name);
  }
  const { owner } = filters;
  const left = owner && owner !== ME && owner !== NONE && !canOwnLeads(owner) ? owner : undefined;
  if (left) delete filters.owner;
  if (!hasValidOrder(filters as LeadFilters)) delete filters.orden;
  const problems = [
    ...(gone.length > 0 ? [viewErrors.filtersGone(gone.join(', '))] : []),
    ...(left ? [viewErrors.ownerGone(selectName().get({ id: left })?.name ?? viewErrors.someone)] : []),
  ];
  const kept = filters as LeadFilters;
  return { filters: kept, opens: toQuery(kept), problem: problems.join(' ') || null };
}
