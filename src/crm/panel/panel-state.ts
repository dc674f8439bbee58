import { toQuery } from '~/shared/leads/filter-params';
import { isWaiting, matchesFilters, weekAgo } from '~/shared/leads/filters';
import type { Lead, LeadCounters, LeadPage, LeadStatus } from '~/shared/leads/lead';
import type { Told } from '~/shared/leads/live';
import { compareLeads, type LeadPlace, placeOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { followTotal, type Total, takeTotalOf } from './list-total';

/** The least that a list has room for. */
export const PAGE_SIZE = 50;

/** A lead as the server told it as of an event; where it is gone, as it was before, if that is known. */
export type Known = { as_of: number; lead: Lead | null; isGone: boolean };
type KnownLeads = ReadonlyMap<number, Known>;

/** The leads that some filters let through, in the server's order, as far as they were read. */
export type LeadList = {
  filters: LeadFilters;
  ids: readonly number[];
  /** The place of the last row that was read, whoever stands there now; null where nobody follows. */
  edge: LeadPlace | null;
  /** As many rows as somebody asked to see: whoever comes in past that sends the last one to the next page. */
  room: number;
  /** All that happened until this event is in the list. */
  as_of: number;
  total: Total;
};

/** A status that somebody here chose for a lead and the server has not answered to. */
export type Wish = { id: number; leadId: number; estado: LeadStatus };

/** A list that was asked for, or more of the one that is there. */
type Asked = { id: number; what: 'list' | 'more'; filters: LeadFilters };

/** What the panel knows. What it shows of that is in panel-view.ts. */
export type PanelState = {
  /** The question that is on its way; answers to others count no more. */
  asked: Asked | null;
  /** Null until one could be read. */
  list: LeadList | null;
  /** Of each lead the newest that the server told. */
  known: KnownLeads;
  /** Null until they could be read. */
  counters: { values: LeadCounters; as_of: number } | null;
  wishes: readonly Wish[];
  /** The rows as they stood when somebody began to point at them; null while nobody does. */
  held: readonly number[] | null;
  /** Who came in while the panel was open. */
  fresh: ReadonlySet<number>;
  /** The highest number of a lead so far: whoever has a higher one is new. */
  newestId: number;
};

export type PanelAction =
  | { type: 'asked'; asked: Asked }
  | { type: 'loaded'; id: number; page: LeadPage; now: number }
  | { type: 'failed'; id: number }
  | {
      type: 'told';
      told: Told;
      now: number;
      /** Whether this is the next live update: with it the panel knows all that happened until then. */
      isLive?: boolean;
      /** The lead with which something was done here: its row comes or goes also while the others are held. */
      own?: number;
      /** The lead that is open. */
      openId?: number | undefined;
    }
  /** How many leads these filters let through, as it was asked for. */
  | { type: 'totalled'; filters: LeadFilters; total: number; as_of: number }
  | { type: 'wish'; wish: Wish }
  | { type: 'unwish'; id: number }
  | { type: 'hold' | 'release' };

/** The panel after something happened; pure, so that every order of answers and live updates can be tested. */
export function reducePanel(state: PanelState, action: PanelAction): PanelState {
  switch (action.type) {
    case 'asked':
      return { ...state, asked: action.asked };
    case 'loaded':
      return action.id === state.asked?.id ? addPage(state, state.asked, action.page, action.now) : state;
    case 'failed':
      return action.id === state.asked?.id ? { ...state, asked: null, held: null } : state;
    case 'told':
      return tell(state, action);
    case 'totalled':
      return takeTotal(state, action);
    case 'wish':
      return { ...state, wishes: [...state.wishes, action.wish] };
    case 'unwish':
      return { ...state, wishes: state.wishes.filter(({ id }) => id !== action.id) };
    case 'hold':
      return state.held || !state.list ? state : { ...state, held: state.list.ids };
    case 'release':
      return state.held ? { ...state, held: null } : state;
  }
}

/** Takes over a page; what is known to be newer than the page decides about the leads that it speaks of. */
function addPage(state: PanelState, { what, filters }: Asked, page: LeadPage, now: number): PanelState {
  const known = new Map(state.known);
  for (const lead of page.leads) learn(known, lead.id, { as_of: lead.as_of, lead, isGone: false });
  const before = what === 'more' ? state.list : null;
  const last = page.leads.at(-1);
  const listed = new Set(before?.ids);
  const newer = [...known].filter(([, { as_of }]) => as_of > page.as_of);
  const read: LeadList = {
    filters,
    ids: [...listed, ...page.leads.map(({ id }) => id).filter((id) => !listed.has(id))],
    edge: page.next_cursor !== null && last ? placeOf(last) : null,
    room: PAGE_SIZE,
    as_of: before?.as_of ?? page.as_of,
    total: takeTotalOf(page, before?.total, newer.length > 0),
  };
  const placed = newer.reduce((list, [id]) => place(list, id, known, now), read);
  const list = { ...placed, room: Math.max(placed.ids.length, PAGE_SIZE) };
  const isSameList = state.list && toQuery(state.list.filters) === toQuery(list.filters);
  return {
    ...state,
    asked: null,
    list,
    known,
    held: what === 'list' && isSameList ? state.held : null,
    fresh: before ? state.fresh : new Set(),
    newestId: Math.max(state.newestId, ...page.leads.map(({ id }) => id)),
  };
}

function tell(state: PanelState, action: PanelAction & { type: 'told' }): PanelState {
  const { told, now, isLive, own, openId } = action;
  const known = new Map(state.known);
  const fresh = new Set(state.fresh);
  let { list, counters, newestId } = state;
  if (told.counters && told.as_of >= (counters?.as_of ?? 0)) {
    counters = { values: told.counters, as_of: told.as_of };
  }
  for (const [id, news] of itemsOf(told, known)) {
    const before = known.get(id);
    if (!learn(known, id, news)) continue;
    if (counters && !told.counters && news.as_of > counters.as_of && (before || id > newestId)) {
      // The counters with it are still on their way.
      counters = {
        values: recount(counters.values, standing(before), standing(news), now),
        as_of: news.as_of,
      };
    }
    if (list) list = { ...list, total: followTotal(list, id, before, news, now) };
    // Of a lead that is not in the list, what is not newer than the list is no news.
    if (list && (news.as_of > list.as_of || list.ids.includes(id))) {
      list = place(list, id, known, now);
    }
    if (isLive && id > newestId && news.lead?.estado === 'nuevo') fresh.add(id);
    newestId = Math.max(newestId, id);
  }

  if (list && isLive) list = { ...list, as_of: Math.max(list.as_of, told.as_of) };
  // A further page that is on its way goes on after the edge as it was.
  if (list && state.asked?.what !== 'more') list = crop(list, known);
  let { held } = state;
  if (held && list && own !== undefined) {
    held = list.ids.includes(own) ? insert(held, own, list, known) : without(held, own);
    if (held.length === 0) held = null;
  }
  const next = { ...state, list, known, counters, fresh, held, newestId };
  return isLive && !state.asked ? forget(next, openId) : next;
}

function itemsOf({ leads, gone, as_of }: Told, known: KnownLeads): (readonly [number, Known])[] {
  return [
    ...leads.map((lead) => [lead.id, { as_of: lead.as_of, lead, isGone: false }] as const),
    ...gone.map((id) => [id, { as_of, lead: known.get(id)?.lead ?? null, isGone: true }] as const),
  ];
}

/** Keeps what is told of a lead unless something newer is known. Answers whether it was kept. */
function learn(known: Map<number, Known>, id: number, news: Known): boolean {
  const before = known.get(id);
  if (before && before.as_of > news.as_of) return false;
  known.set(id, news);
  return true;
}

/** A lead that has not been deleted. */
export function standing(known: Known | undefined): Lead | undefined {
  return known && !known.isGone ? (known.lead ?? undefined) : undefined;
}

/** Puts a lead where it belongs by what is known of it: in its place within the list, or out of it. */
function place(list: LeadList, id: number, known: KnownLeads, now: number): LeadList {
  const lead = standing(known.get(id));
  const isWithin = lead && (!list.edge || compareLeads(list.filters)(lead, list.edge) <= 0);
  const belongs = isWithin && matchesFilters(lead, list.filters, now);
  const others = without(list.ids, id);
  return { ...list, ids: belongs ? insert(others, id, list, known) : others };
}

function insert(ids: readonly number[], id: number, { filters }: LeadList, known: KnownLeads) {
  if (ids.includes(id)) return ids;
  const leads = [...ids, id].flatMap((each) => known.get(each)?.lead ?? []);
  return leads.sort(compareLeads(filters)).map((lead) => lead.id);
}

function without(ids: readonly number[], id: number): readonly number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : ids;
}

/** The list without the rows for which it has no room: they come with the next page. */
function crop(list: LeadList, known: KnownLeads): LeadList {
  const last = known.get(list.ids[list.room - 1] ?? Number.NaN)?.lead;
  if (!last || list.ids.length === list.room) return list;
  return { ...list, ids: list.ids.slice(0, list.room), edge: placeOf(last) };
}

/** The panel without what it was told of leads that nobody looks at: it may stay open for weeks. */
function forget(state: PanelState, openId: number | undefined): PanelState {
  const looked = new Set([...(state.list?.ids ?? []), ...(state.held ?? [])]);
  for (const { leadId } of state.wishes) looked.add(leadId);
  if (openId !== undefined) looked.add(openId);
  // Of whom an answer said more than the live updates have, these have still to come, and are older.
  const heardUpTo = state.list?.as_of ?? 0;
  return {
    ...state,
    known: new Map([...state.known].filter(([id, { as_of }]) => looked.has(id) || as_of > heardUpTo)),
    fresh: new Set([...state.fresh].filter((id) => looked.has(id))),
  };
}

/** Takes over a total that was asked for, unless another list is shown since. */
function takeTotal(state: PanelState, { filters, total, as_of }: PanelAction & { type: 'totalled' }) {
  const { list, known } = state;
  if (!list || toQuery(list.filters) !== toQuery(filters)) return state;
  // What happened after it was counted has to be counted, too.
  const isStale = [...known.values()].some((one) => one.as_of > as_of);
  return { ...state, list: { ...list, total: { value: total, as_of, isOfList: false, isStale } } };
}

/** The counters after a lead went from `before` to `after`; undefined where it did not stand. */
export function recount(
  counters: LeadCounters,
  before: Lead | undefined,
  after: Lead | undefined,
  now: number,
): LeadCounters {
  const next = { ...counters };
  for (const [lead, step] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!lead) continue;
    next.total += step;
    if (lead.estado !== 'nuevo') next[lead.estado] += step;
    if (lead.created_at >= weekAgo(now)) next.nuevos_7_dias += step;
    if (isWaiting(lead)) next.sin_contactar += step;
  }
  return next;
}
