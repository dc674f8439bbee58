import type { LeadCounters } from '~/shared/leads/counters';
import { type LeadStatus, NONE } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { isClosed, isInbound } from '~/shared/leads/waiting';
import { isListOf, type PanelState, presentLead, recount } from './panel-state';

/**
 * A row of the list. `isFresh`: an enquiry that arrived while the panel was open. A gone lead keeps its row while
 * somebody points at the list.
 */
export type PanelRow = { lead: Lead; isFresh: boolean; isGone: boolean };

/** The rows in display order. */
export function rowsOf(state: PanelState): PanelRow[] {
  return (state.held ?? state.list?.ids ?? []).flatMap((id) => findRow(state, id) ?? []);
}

/** A lead with the status last chosen here, listed or not; undefined if the panel does not know it. */
export function findRow({ known, optimistic, newestId }: PanelState, id: number): PanelRow | undefined {
  const { lead, isGone } = known.get(id) ?? { lead: null, isGone: true };
  if (!lead) return undefined;
  const chosen = isGone ? undefined : optimistic.findLast(({ leadId }) => leadId === id);
  const shown = chosen ? withStatus(lead, chosen.estado) : lead;
  const isFresh = id > newestId && shown.estado === 'nuevo' && isInbound(shown);
  return { lead: shown, isFresh, isGone };
}

/** Winning or losing a lead clears its next contact, as on the server. */
function withStatus(lead: Lead, estado: LeadStatus): Lead {
  const closes = estado !== lead.estado && isClosed({ estado });
  return { ...lead, estado, ...(closes && { next_contact_on: null, next_contact_at: null }) };
}

/** How many new leads are held back while somebody points at the list. */
export function countArrivals({ held, list }: PanelState): number {
  if (!held || !list) return 0;
  const shown = new Set(held);
  return list.ids.filter((id) => !shown.has(id)).length;
}

/** The counters, with the statuses chosen here. */
export function countersOf(state: PanelState, now: number): LeadCounters | null {
  if (!state.counters) return null;
  const chosen = new Map(state.optimistic.map(({ leadId, estado }) => [leadId, estado]));
  return [...chosen].reduce((counters, [id, estado]) => {
    const lead = presentLead(state.known.get(id));
    return lead ? recount(counters, lead, withStatus(lead, estado), now) : counters;
  }, state.counters.values);
}

/** How many leads match on all pages; null if that could not be read. */
export function totalOf({ list, counters }: PanelState): number | null {
  if (!list) return null;
  const counted = counters && countedTotal(list.filters, counters.values);
  return counted ?? (list.edge ? list.total.value : list.ids.length);
}

/** Whether to re-read the total: something happened that neither list nor counters tell. */
export function needsTotal({ list, counters, known }: PanelState): boolean {
  if (!list?.edge || (counters && countedTotal(list.filters, counters.values) !== undefined)) return false;
  const { as_of } = list.total;
  return list.as_of > as_of || [...known.values()].some((lead) => lead.as_of > as_of);
}

/** These filters' total if the counters give it, directly or by arithmetic; else undefined. */
function countedTotal(filters: LeadFilters, counters: LeadCounters): number | undefined {
  const { total, contactado, en_seguimiento, ganado, perdido } = counters;
  const totals: Record<string, number> = {
    '': total,
    'creados=7d': counters.nuevos_7_dias,
    'contacto=pendiente': counters.sin_contactar,
    'contacto=respuesta': counters.esperan_respuesta,
    'duplicados=si': counters.duplicados,
    'estado=nuevo': total - contactado - en_seguimiento - ganado - perdido,
    'estado=contactado': contactado,
    'estado=en_seguimiento': en_seguimiento,
    'estado=ganado': ganado,
    'estado=perdido': perdido,
  };
  const { orden, tz, ...conditions } = filters;
  const { owner, ...others } = conditions;
  if (owner && toQuery(others) === '') return counters.duenos[owner === NONE ? '' : owner] ?? 0;
  return totals[toQuery(conditions)];
}

/** Whether the list shown is another than these filters' one. */
export function isStale({ list }: PanelState, filters: LeadFilters): boolean {
  return !isListOf(list, filters);
}
