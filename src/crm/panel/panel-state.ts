import { toQuery } from '~/shared/leads/filter-params';
import { compareLeads, matchesFilters, weekAgo } from '~/shared/leads/filters';
import type { Lead, LeadCounters, LeadPage, LeadStatus } from '~/shared/leads/lead';
import type { LiveUpdate } from '~/shared/leads/live';
import type { LeadFilters } from '~/shared/leads/schema';
import { encodeCursor } from '~/shared/paging';

/** The least that a list has room for. */
export const PAGE_SIZE = 50;
/** Leads that are neither listed nor open, and of which the panel still knows what it heard: the newest ones. */
const MOST_UNLISTED = 200;

/** What the panel knows. `leads` are the server's rows; `wanted` are statuses on their way there. */
export type PanelState = {
  filters: LeadFilters;
  /** Whether `leads` are still those of other filters: theirs are on their way, or could not be read. */
  isOfOthers: boolean;
  leads: Lead[];
  /** As many rows as somebody asked to see: whoever comes in past that sends the last one to the next page. */
  room: number;
  next_cursor: string | null;
  /** Null until they could be read. */
  counters: LeadCounters | null;
  loading: 'list' | 'more' | null;
  wanted: Readonly<Record<number, LeadStatus>>;
  /** How often the server has spoken of a lead: an answer to an older question must not replace what it said. */
  heard: Readonly<Record<number, number>>;
  /** The newest row of each lead that the server spoke of, listed or not; null for one that is gone. */
  latest: Readonly<Record<number, Lead | null>>;
  /** Who came in while the panel was open. */
  fresh: ReadonlySet<number>;
};

/** What the server says of some leads; with the counters, unless they were told before. */
export type Heard = Omit<LiveUpdate, 'counters'> & Partial<Pick<LiveUpdate, 'counters'>>;

export type PanelAction =
  | { type: 'loading'; what: 'list' | 'more'; filters: LeadFilters }
  | { type: 'loaded'; page: LeadPage; counters?: LeadCounters }
  | { type: 'moreLoaded'; page: LeadPage }
  | { type: 'loadFailed' }
  | { type: 'heard'; update: Heard; now: number; openId?: number | undefined }
  | { type: 'wanted'; id: number; estado: LeadStatus }
  | { type: 'settled'; id: number; estado: LeadStatus }
  /** What was done here; `isCounted` where the server has told the counters with it already. */
  | { type: 'saved'; lead: Lead; now: number; isCounted?: boolean }
  | { type: 'removed'; id: number; now: number; isCounted?: boolean };

/** The panel after something happened; pure, so that every order of answers and live updates can be tested. */
export function reducePanel(state: PanelState, action: PanelAction): PanelState {
  switch (action.type) {
    case 'loading':
      return {
        ...state,
        filters: action.filters,
        isOfOthers: state.isOfOthers || toQuery(action.filters) !== toQuery(state.filters),
        loading: action.what,
      };
    case 'loaded':
      return {
        ...state,
        ...action.page,
        isOfOthers: false,
        room: Math.max(action.page.leads.length, PAGE_SIZE),
        counters: action.counters ?? state.counters,
        loading: null,
        fresh: new Set(),
      };
    case 'moreLoaded': {
      const known = new Set(state.leads.map((lead) => lead.id));
      const leads = [...state.leads, ...action.page.leads.filter((lead) => !known.has(lead.id))];
      const room = Math.max(leads.length, PAGE_SIZE);
      return { ...state, leads, room, next_cursor: action.page.next_cursor, loading: null };
    }
    case 'loadFailed':
      return { ...state, loading: null };
    case 'heard':
      return forget(hear(state, action.update, action.now), action.openId);
    case 'wanted':
      return { ...state, wanted: { ...state.wanted, [action.id]: action.estado } };
    case 'settled':
      // A later wish for the same lead is still on its way.
      if (state.wanted[action.id] !== action.estado) return state;
      return { ...state, wanted: without(state.wanted, action.id) };
    case 'saved': {
      const counters = countOwn(state, action.lead.id, action.lead, action);
      const latest = { ...state.latest, [action.lead.id]: action.lead };
      return { ...place(state, action.lead, action.now), counters, latest };
    }
    case 'removed': {
      const counters = countOwn(state, action.id, undefined, action);
      const latest = { ...state.latest, [action.id]: null };
      return { ...state, counters, latest, leads: state.leads.filter((lead) => lead.id !== action.id) };
    }
  }
}

function hear(state: PanelState, update: Heard, now: number): PanelState {
  const heard = { ...state.heard };
  for (const id of [...update.leads.map((lead) => lead.id), ...update.gone]) heard[id] = (heard[id] ?? 0) + 1;
  const gone = new Set(update.gone);
  const latest = { ...state.latest };
  for (const lead of update.leads) latest[lead.id] = lead;
  for (const id of update.gone) latest[id] = null;
  let next: PanelState = {
    ...state,
    heard,
    latest,
    counters: update.counters ?? state.counters,
    leads: state.leads.filter((lead) => !gone.has(lead.id)),
  };
  for (const lead of update.leads) {
    const isNew = !(lead.id in state.heard) && !state.leads.some((known) => known.id === lead.id);
    next = place(next, lead, now);
    if (isNew && lead.estado === 'nuevo') next = { ...next, fresh: new Set([...next.fresh, lead.id]) };
  }
  return next;
}

/** The panel without what it heard of leads that nobody looks at any more: it may stay open for weeks. */
function forget(state: PanelState, openId: number | undefined): PanelState {
  const ids = Object.keys(state.latest).map(Number);
  const looked = new Set(state.leads.map((lead) => lead.id)).add(openId ?? Number.NaN);
  const others = ids.filter((id) => !looked.has(id));
  if (others.length <= MOST_UNLISTED) return state;
  const dropped = new Set(others.slice(0, -MOST_UNLISTED / 2));
  const keep = <Value>(record: Readonly<Record<number, Value>>): Record<number, Value> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => !dropped.has(Number(id))));
  return {
    ...state,
    heard: keep(state.heard),
    latest: keep(state.latest),
    fresh: new Set([...state.fresh].filter((id) => looked.has(id))),
  };
}

/** Whether what the server says of a lead, null where it is gone, would move the rows of others. */
export function movesRows(state: PanelState, id: number, lead: Lead | null, now: number): boolean {
  const known = state.leads.find((row) => row.id === id);
  if (!lead || !matchesFilters(lead, state.filters, now)) return known !== undefined;
  return !known || compareLeads(state.filters)(known, lead) !== 0;
}

/** Puts a row where it belongs: replaced, taken out because it no longer matches, or inserted in order. */
function place(state: PanelState, lead: Lead, now: number): PanelState {
  const isListed = state.leads.some((known) => known.id === lead.id);
  const others = state.leads.filter((known) => known.id !== lead.id);
  if (!matchesFilters(lead, state.filters, now)) return isListed ? { ...state, leads: others } : state;
  const compare = compareLeads(state.filters);
  const last = state.leads.at(-1);
  // Past the last row that was read, it will come with the next page.
  if (!isListed && state.next_cursor !== null && last && compare(lead, last) > 0) return state;
  const leads = [...others, lead].sort(compare);
  if (leads.length <= state.room) return { ...state, leads };
  const shown = leads.slice(0, state.room);
  const end = shown.at(-1);
  return { ...state, leads: shown, next_cursor: end ? encodeCursor(end) : null };
}

/** A lead as the server last told it, listed or not; nothing where it is gone or was never told. */
function knownLead(state: PanelState, id: number): Lead | undefined {
  return state.leads.find((lead) => lead.id === id) ?? state.latest[id] ?? undefined;
}

/** The counters as they will be once the statuses on their way have arrived: they move with the rows. */
export function countWanted(state: PanelState, now: number): LeadCounters | null {
  return Object.entries(state.wanted).reduce((counters, [id, estado]) => {
    const lead = knownLead(state, Number(id));
    return lead ? recount(counters, lead, { ...lead, estado }, now) : counters;
  }, state.counters);
}

/** The counters after something was done here that left a lead as `after`, or took it away. */
function countOwn(
  state: PanelState,
  id: number,
  after: Lead | undefined,
  { isCounted, now }: { isCounted?: boolean; now: number },
): LeadCounters | null {
  return isCounted ? state.counters : recount(state.counters, knownLead(state, id), after, now);
}

/** The counters after a row went from `before` to `after`; the next live update sets them right in any case. */
function recount(
  counters: LeadCounters | null,
  before: Lead | undefined,
  after: Lead | undefined,
  now: number,
): LeadCounters | null {
  if (!counters) return null;
  const next = { ...counters };
  for (const [lead, step] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!lead) continue;
    next.total += step;
    if (lead.estado !== 'nuevo') next[lead.estado] += step;
    if (lead.created_at >= weekAgo(now)) next.nuevos_7_dias += step;
  }
  return next;
}

function without<Value>(record: Readonly<Record<number, Value>>, id: number): Record<number, Value> {
  const { [id]: _, ...rest } = record;
  return rest;
}
