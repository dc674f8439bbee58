import { toQuery } from '~/shared/leads/filter-params';
import { matchesFilters } from '~/shared/leads/filters';
import type { Lead, LeadCounters, LeadPage } from '~/shared/leads/lead';
import { compareLeads, orderOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import type { Known, LeadList } from './panel-state';

/** How many leads a list's filters let through, on all its pages. */
export type Total = {
  value: number;
  /** What happened until this event is counted. */
  as_of: number;
  /** Whether it was read together with the list, which then tells who is in it. */
  isOfList: boolean;
  /** Somebody came or went of whom it is not known whether they were counted: it has to be asked for again. */
  isStale: boolean;
};

/** The total after a page came: the page's own, unless the one before it was counted later or at the same moment. */
export function takeTotalOf({ total, as_of }: LeadPage, before: Total | undefined, hasNewer: boolean): Total {
  if (before && before.as_of >= as_of) return before;
  return { value: total, as_of, isOfList: before === undefined, isStale: hasNewer };
}

/** The total after a lead went from `before`, if that is known, to `news`. To be asked before the list is changed. */
export function followTotal(
  list: LeadList,
  id: number,
  before: Known | undefined,
  news: Known,
  now: number,
): Total {
  const { total, filters } = list;
  // All that the list has heard of is counted already, also what was forgotten since.
  if (news.as_of <= Math.max(total.as_of, list.as_of)) return total;
  const matches = ({ lead, isGone }: Known) => !isGone && lead !== null && matchesFilters(lead, filters, now);
  const was = before && before.as_of >= total.as_of ? matches(before) : findInList(list, id, news.lead);
  if (was === undefined) return { ...total, isStale: true };
  const step = Number(matches(news)) - Number(was);
  // A search takes its time: what happened meanwhile may be counted, or not.
  return step === 0
    ? total
    : { ...total, value: total.value + step, isStale: total.isStale || filters.q !== undefined };
}

/** Whether the list holds a lead that it has heard nothing of since it was read; undefined where it cannot tell. */
function findInList({ total, filters, edge, ids }: LeadList, id: number, lead: Lead | null) {
  if (!total.isOfList) return undefined;
  const keepsItsPlace = orderOf(filters).columns[0] === 'created_at';
  const isWithin = edge === null || (keepsItsPlace && lead && compareLeads(filters)(lead, edge) <= 0);
  return isWithin ? ids.includes(id) : undefined;
}

/** The number of leads that the counters themselves say these filters let through; undefined for any other list. */
export function countedTotal(filters: LeadFilters, counters: LeadCounters): number | undefined {
  const { total, contactado, en_seguimiento, ganado, perdido } = counters;
  const totals: Record<string, number> = {
    '': total,
    'creados=7d': counters.nuevos_7_dias,
    'contacto=pendiente': counters.sin_contactar,
    'estado=nuevo': total - contactado - en_seguimiento - ganado - perdido,
    'estado=contactado': contactado,
    'estado=en_seguimiento': en_seguimiento,
    'estado=ganado': ganado,
    'estado=perdido': perdido,
  };
  return totals[toQuery({ ...filters, orden: undefined })];
}
