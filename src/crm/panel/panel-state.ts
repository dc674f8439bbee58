import { countNextContact, countOwner, countToDo } from '~/shared/leads/agenda';
import type { LeadCounters } from '~/shared/leads/counters';
import type { LeadStatus } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import { daysAgo, matchesFilters } from '~/shared/leads/filters';
import type { Lead, LeadPage } from '~/shared/leads/lead';
import type { LeadsUpdate } from '~/shared/leads/live';
import { compareLeads, type LeadCursor, sortKeysOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { isWaiting } from '~/shared/leads/waiting';

/** A list has room for at least this many rows. */
export const PAGE_SIZE = 50;

/** A lead as of an event. If it is gone, `lead` is its last known version. */
type Known = { as_of: number; lead: Lead | null; isGone: boolean };
type KnownLeads = ReadonlyMap<number, Known>;

/** The leads that match some filters, in server order, as far as read. */
type LeadList = {
  filters: LeadFilters;
  ids: readonly number[];
  /** The list was read up to this position, whichever lead is there now; null: to its end. */
  edge: LeadCursor | null;
  /** How many rows somebody asked for. As more arrive, the last ones move to the next page. */
  room: number;
  /** The list includes everything up to this event. */
  as_of: number;
  /** Matching leads on all pages, as of an event. */
  total: { value: number; as_of: number };
  /** Search words that matched nothing: these leads have similar ones. */
  similar_to?: string | undefined;
};

/** A status chosen here that the server has not confirmed yet. */
type OptimisticStatus = { id: number; leadId: number; estado: LeadStatus };

/** A request for a list, or for more of the current one. */
type ListRequest = { id: number; what: 'list' | 'more'; filters: LeadFilters };

/** The panel's state. panel-view.ts derives what is shown. */
export type PanelState = {
  /** The request under way; answers to earlier ones are ignored. */
  request: ListRequest | null;
  /** Null until a list could be read. */
  list: LeadList | null;
  /** Each lead's newest version from the server. */
  known: KnownLeads;
  /** Null until they could be read. */
  counters: { values: LeadCounters; as_of: number } | null;
  optimistic: readonly OptimisticStatus[];
  /** The rows as of when somebody began pointing at them; null while nobody does. */
  held: readonly number[] | null;
  /** The highest lead id in the pages read. Leads with higher ids have arrived since. */
  newestId: number;
};

export type PanelAction =
  | { type: 'requested'; request: ListRequest }
  | { type: 'loaded'; id: number; page: LeadPage; now: number }
  | { type: 'failed'; id: number }
  | {
      type: 'updated';
      update: LeadsUpdate;
      now: number;
      /** From the stream, which is complete and in order: the panel then knows everything up to its event. */
      isLive?: boolean;
      /** The id of the lead changed in this tab: its row comes or goes even while the rows are held. */
      changedId?: number;
      openId?: number | undefined;
    }
  /** How many leads match these filters. */
  | { type: 'totalled'; filters: LeadFilters; total: number; as_of: number }
  | { type: 'optimistic'; change: OptimisticStatus }
  | { type: 'settled'; id: number }
  | { type: 'hold' | 'release' };

/** The panel's next state. Pure, so that every order of answers and live updates can be tested. */
export function reducePanel(state: PanelState, action: PanelAction): PanelState {
  switch (action.type) {
    case 'requested':
      return { ...state, request: action.request };
    case 'loaded':
      return action.id === state.request?.id ? addPage(state, state.request, action.page, action.now) : state;
    case 'failed':
      return action.id === state.request?.id ? { ...state, request: null, held: null } : state;
    case 'updated':
      return applyUpdate(state, action);
    case 'totalled': {
      const { list } = state;
      if (!isListOf(list, action.filters)) return state;
      return { ...state, list: { ...list, total: { value: action.total, as_of: action.as_of } } };
    }
    case 'optimistic':
      return { ...state, optimistic: [...state.optimistic, action.change] };
    case 'settled':
      return { ...state, optimistic: state.optimistic.filter(({ id }) => id !== action.id) };
    case 'hold':
      return state.held || !state.list ? state : { ...state, held: state.list.ids };
    case 'release':
      return state.held ? { ...state, held: null } : state;
  }
}

/** Whether this is the list of these filters. */
export function isListOf(list: LeadList | null, filters: LeadFilters): list is LeadList {
  return list !== null && toQuery(list.filters) === toQuery(filters);
}

/** Adds a page. Newer versions of leads win over it. */
function addPage(state: PanelState, { what, filters }: ListRequest, page: LeadPage, now: number): PanelState {
  const known = new Map(state.known);
  for (const lead of page.leads) keepNewest(known, lead.id, { as_of: lead.as_of, lead, isGone: false });
  const before = what === 'more' ? state.list : null;
  const last = page.leads.at(-1);
  const newer = [...known].filter(([, { as_of }]) => as_of > page.as_of).map(([id]) => id);
  const read: LeadList = {
    filters,
    ids: [...new Set([...(before?.ids ?? []), ...page.leads.map(({ id }) => id)])],
    edge: page.next_cursor !== null && last ? sortKeysOf(last) : null,
    room: PAGE_SIZE,
    as_of: before?.as_of ?? page.as_of,
    total: { value: page.total, as_of: page.as_of },
    similar_to: page.similar_to,
  };
  const ids = arrange(read, newer, known, now);
  return {
    ...state,
    request: null,
    list: { ...read, ids, room: Math.max(ids.length, PAGE_SIZE) },
    known,
    held: what === 'list' && isListOf(state.list, filters) ? state.held : null,
    newestId: Math.max(state.newestId, ...page.leads.map(({ id }) => id)),
  };
}

function applyUpdate(state: PanelState, action: PanelAction & { type: 'updated' }): PanelState {
  const { update, now, isLive, changedId, openId } = action;
  const known = new Map(state.known);
  const moved: number[] = [];
  let { list, counters, held } = state;
  if (update.counters && update.as_of >= (counters?.as_of ?? 0)) {
    counters = { values: update.counters, as_of: update.as_of };
  }
  for (const [id, next] of versionsIn(update, known)) {
    const before = known.get(id);
    if (!keepNewest(known, id, next)) continue;
    if (counters && !update.counters && next.as_of > counters.as_of && (before || id > state.newestId)) {
      // The live update with the new counters is still to come.
      counters = {
        values: recount(counters.values, presentLead(before), presentLead(next), now),
        as_of: next.as_of,
      };
    }
    // A lead outside the list and not newer than it was already judged when it was read.
    if (list && (next.as_of > list.as_of || list.ids.includes(id))) moved.push(id);
  }

  if (list) {
    list = { ...list, ids: arrange(list, moved, known, now) };
    if (isLive) list.as_of = Math.max(list.as_of, update.as_of);
    // A further page under way continues from the current edge.
    if (state.request?.what !== 'more') list = crop(list, known);
    if (held && changedId !== undefined) held = updateHeld(held, changedId, list, known);
  }
  const updated = { ...state, list, known, counters, held };
  return isLive && !state.request ? evict(updated, openId) : updated;
}

function versionsIn({ leads, gone, as_of }: LeadsUpdate, known: KnownLeads): (readonly [number, Known])[] {
  return [
    ...leads.map((lead) => [lead.id, { as_of: lead.as_of, lead, isGone: false }] as const),
    ...gone.map((id) => [id, { as_of, lead: known.get(id)?.lead ?? null, isGone: true }] as const),
  ];
}

/** Keeps a version of a lead unless a newer one is known. Returns whether it was kept. */
function keepNewest(known: Map<number, Known>, id: number, next: Known): boolean {
  const before = known.get(id);
  if (before && before.as_of > next.as_of) return false;
  // Only a search's list says which note matched.
  const found_note = next.lead?.found_note ?? before?.lead?.found_note;
  known.set(id, found_note && next.lead ? { ...next, lead: { ...next.lead, found_note } } : next);
  return true;
}

/** The lead, unless it is gone. */
export function presentLead(known: Known | undefined): Lead | undefined {
  return known && !known.isGone ? (known.lead ?? undefined) : undefined;
}

/** The list's ids after the leads `moved` have changed: each is sorted in, or left out. */
function arrange(list: LeadList, moved: readonly number[], known: KnownLeads, now: number) {
  const compare = compareLeads(list.filters);
  const belong = moved.filter((id) => {
    const lead = presentLead(known.get(id));
    const isWithin = lead && (!list.edge || compare(lead, list.edge) <= 0);
    return isWithin && matchesFilters(lead, list.filters, now, list.similar_to);
  });
  const others = list.ids.filter((id) => !moved.includes(id));
  return belong.length > 0 ? sort([...others, ...belong], list, known) : others;
}

function sort(ids: readonly number[], { filters }: LeadList, known: KnownLeads): readonly number[] {
  const leads = ids.flatMap((id) => known.get(id)?.lead ?? []);
  return leads.sort(compareLeads(filters)).map(({ id }) => id);
}

/** The held rows after a lead was changed here: its own row comes or goes with the list. */
function updateHeld(held: readonly number[], changedId: number, list: LeadList, known: KnownLeads) {
  if (list.ids.includes(changedId)) return held.includes(changedId) ? held : sort([...held, changedId], list, known);
  const others = held.filter((id) => id !== changedId);
  return others.length > 0 ? others : null;
}

/** Crops the rows that the list has no room for; they belong to the next page. */
function crop(list: LeadList, known: KnownLeads): LeadList {
  const last = known.get(list.ids[list.room - 1] ?? Number.NaN)?.lead;
  if (!last || list.ids.length === list.room) return list;
  return { ...list, ids: list.ids.slice(0, list.room), edge: sortKeysOf(last) };
}

/** Drops leads that nothing shows, because a panel may stay open for weeks. */
function evict(state: PanelState, openId: number | undefined): PanelState {
  const inUse = new Set([...(state.list?.ids ?? []), ...(state.held ?? []), openId]);
  for (const { leadId } of state.optimistic) inUse.add(leadId);
  // After an answer, older live updates about the same lead may still arrive; they must not count.
  const knownUpTo = state.list?.as_of ?? 0;
  return {
    ...state,
    known: new Map([...state.known].filter(([id, { as_of }]) => inUse.has(id) || as_of > knownUpTo)),
  };
}

/** The counters after a lead changed from `before` to `after`; undefined if it did not exist or was deleted. */
export function recount(
  counters: LeadCounters,
  before: Lead | undefined,
  after: Lead | undefined,
  now: number,
): LeadCounters {
  const next = { ...counters };
  function count(lead: Lead | undefined, step: 1 | -1) {
    if (!lead) return;
    next.total += step;
    if (lead.estado !== 'nuevo') next[lead.estado] += step;
    if (lead.created_at >= daysAgo(7, now)) next.nuevos_7_dias += step;
    if (isWaiting(lead)) next.sin_contactar += step;
    if (lead.awaiting_reply_since) next.esperan_respuesta += step;
    if (lead.duplicates > 0) next.duplicados += step;
    next.agenda = countNextContact(next.agenda, lead, step);
    next.duenos = countOwner(next.duenos, lead, step);
    next.por_hacer = countToDo(next.por_hacer, next.agenda.desde, lead, step);
  }
  count(before, -1);
  count(after, 1);
  return next;
}
