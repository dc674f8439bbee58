import { toQuery } from '~/shared/leads/filter-params';
import type { Lead, LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { countedTotal } from './list-total';
import { type PanelState, recount, standing } from './panel-state';

/** A row of the list; one that is gone stands until nobody points at the list. */
export type Row = { lead: Lead; isGone: boolean };

/** The rows in the order in which they are shown, with the statuses that were chosen here. */
export function rowsOf(state: PanelState): Row[] {
  return (state.held ?? state.list?.ids ?? []).flatMap((id) => findRow(state, id) ?? []);
}

/** A lead as it now is, in the list or not; undefined where the panel does not know it. */
export function findRow({ known, wishes }: PanelState, id: number): Row | undefined {
  const { lead, isGone } = known.get(id) ?? { lead: null, isGone: true };
  if (!lead) return undefined;
  const wish = isGone ? undefined : wishes.findLast(({ leadId }) => leadId === id);
  return { lead: wish ? { ...lead, estado: wish.estado } : lead, isGone };
}

/** How many wait to be shown until nobody points at the list. */
export function countArrivals({ held, list }: PanelState): number {
  if (!held || !list) return 0;
  const shown = new Set(held);
  return list.ids.filter((id) => !shown.has(id)).length;
}

/** The counters as they will be once the chosen statuses have arrived: they move with the rows. */
export function countersOf(state: PanelState, now: number): LeadCounters | null {
  if (!state.counters) return null;
  const chosen = new Map(state.wishes.map(({ leadId, estado }) => [leadId, estado]));
  return [...chosen].reduce((counters, [id, estado]) => {
    const lead = standing(state.known.get(id));
    return lead ? recount(counters, lead, { ...lead, estado }, now) : counters;
  }, state.counters.values);
}

/** How many leads the list holds on all its pages; null where that could not be read. */
export function totalOf({ list, counters }: PanelState): number | null {
  if (!list) return null;
  return (counters && countedTotal(list.filters, counters.values)) ?? list.total.value;
}

/** Whether the list's total has to be asked for again. */
export function needsTotal({ list, counters }: PanelState): boolean {
  return Boolean(
    list?.total.isStale && !(counters && countedTotal(list.filters, counters.values) !== undefined),
  );
}

/** Whether the list that is there is not the one that these filters make. */
export function isOfOthers({ list }: PanelState, filters: LeadFilters): boolean {
  return !list || toQuery(list.filters) !== toQuery(filters);
}
