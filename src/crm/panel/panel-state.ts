import type { LeadCounters } from '~/shared/leads/counters';
import type { LeadStatus } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import type { Lead, LeadPage, PanelAnswer } from '~/shared/leads/lead';
import { isClosed, isInbound } from '~/shared/leads/waiting';

/** A list has room for this many rows for each time that somebody asked for more. */
export const PAGE_SIZE = 50;

/** A lead as of an event. If it is gone, `lead` is its last known version. */
type Known = { as_of: number; lead: Lead | null; isGone: boolean };

/** The leads that match some filters, in the server's order, as far as read. */
type LeadList = Pick<LeadPage, 'next_cursor' | 'total' | 'as_of'> & {
  filters: LeadFilters;
  /** Search words that matched nothing: these leads have similar ones. */
  similar_to: string | undefined;
  ids: readonly number[];
  /** How many rows somebody asked for. As more arrive, the last ones move to the next page. */
  room: number;
};

/** A status chosen here that the server has not confirmed yet. */
type OptimisticStatus = { id: number; leadId: number; estado: LeadStatus };

/** A list that somebody waits for, or more of the current one. */
type ListRequest = { id: number; what: 'list' | 'more'; filters: LeadFilters };

/** The panel's state. The server decides what belongs to a list, and in which order. */
export type PanelState = {
  /** The request under way; answers to earlier ones are ignored. */
  request: ListRequest | null;
  /** Null until a list could be read. */
  list: LeadList | null;
  /** Each lead's newest version from the server. */
  known: ReadonlyMap<number, Known>;
  /** Null until they could be read. */
  counters: LeadCounters | null;
  optimistic: readonly OptimisticStatus[];
  /** The rows as of when somebody began pointing at them; null while nobody does. */
  held: readonly number[] | null;
  /** Leads changed in this tab that no answer has shown yet: their rows come or go even while the rows are held. */
  own: ReadonlyMap<number, number>;
  /** The highest lead id in the lists that somebody waited for. Leads with higher ids have arrived since. */
  newestId: number;
};

export type PanelAction =
  | { type: 'requested'; request: ListRequest }
  /** All that the panel shows. `asked`: the rows it asked for, and the leads beside them. */
  | { type: 'answered'; filters: LeadFilters; page: PanelAnswer; asked: { rows: number; also: readonly number[] } }
  | { type: 'more'; id: number; page: LeadPage }
  | { type: 'failed'; id: number }
  /** One lead as the server returned it; null: it is gone. `moves`: its row comes or goes. */
  | { type: 'saved'; id: number; lead: Lead | null; as_of: number; moves: boolean }
  | { type: 'optimistic'; change: OptimisticStatus }
  | { type: 'settled'; id: number }
  | { type: 'hold' | 'release' };

/** The panel's next state. Pure, so that every order of answers can be tested. */
export function reducePanel(state: PanelState, action: PanelAction): PanelState {
  switch (action.type) {
    case 'requested':
      return { ...state, request: action.request };
    case 'answered':
      return showAnswer(state, action);
    case 'more':
      return action.id === state.request?.id ? addPage(state, action.page) : state;
    case 'failed':
      return action.id === state.request?.id ? { ...state, request: null, held: null } : state;
    case 'saved':
      return showSaved(state, action);
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
function isListOf(list: LeadList | null, filters: LeadFilters): list is LeadList {
  return list !== null && toQuery(list.filters) === toQuery(filters);
}

function showAnswer(state: PanelState, { filters, page, asked }: PanelAction & { type: 'answered' }): PanelState {
  const before = isListOf(state.list, filters) ? state.list : null;
  if (before && page.as_of < before.as_of) return { ...state, request: null };
  const rows = page.leads.map(({ id }) => id);
  // Rows past those asked for stay as they were read.
  const rest = page.next_cursor === null ? [] : (before?.ids.slice(asked.rows) ?? []);
  const tail = rest.filter((id) => !rows.includes(id));
  const held = before && state.held;

  // Nothing else is kept: a panel may stay open for weeks.
  const kept = new Set([...tail, ...(held ?? []), ...asked.also, ...state.optimistic.map(({ leadId }) => leadId)]);
  const known = new Map([...state.known].filter(([id, { as_of }]) => kept.has(id) || as_of > page.as_of));
  for (const lead of [...page.leads, ...page.also.leads]) keepNewest(known, lead.id, lead, lead.as_of, state.known);
  const answered = new Set([...rows, ...page.also.leads.map(({ id }) => id)]);
  for (const id of asked.also) if (!answered.has(id)) keepNewest(known, id, null, page.as_of, state.known);

  const ids = [...rows, ...tail].filter((id) => !known.get(id)?.isGone);
  const isAwaited = state.request !== null;
  return {
    ...state,
    request: null,
    list: {
      filters,
      ids,
      room: before?.room ?? PAGE_SIZE,
      next_cursor: tail.length > 0 && before ? before.next_cursor : page.next_cursor,
      total: page.total,
      similar_to: page.similar_to,
      as_of: page.as_of,
    },
    known,
    counters: page.counters,
    held: held && moveOwn(held, ids, state.own),
    own: new Map([...state.own].filter(([, as_of]) => as_of > page.as_of)),
    newestId: isAwaited ? Math.max(state.newestId, ...rows) : state.newestId,
  };
}

function addPage(state: PanelState, page: LeadPage): PanelState {
  const { list } = state;
  if (!list) return state;
  const known = new Map(state.known);
  for (const lead of page.leads) keepNewest(known, lead.id, lead, lead.as_of, known);
  const added = page.leads.map(({ id }) => id).filter((id) => !list.ids.includes(id) && !known.get(id)?.isGone);
  const { next_cursor, total } = page;
  return {
    ...state,
    request: null,
    list: { ...list, ids: [...list.ids, ...added], room: list.room + PAGE_SIZE, next_cursor, total },
    known,
    held: state.held && [...state.held, ...added],
    newestId: Math.max(state.newestId, ...added),
  };
}

function showSaved(state: PanelState, { id, lead, as_of, moves }: PanelAction & { type: 'saved' }): PanelState {
  const known = new Map(state.known);
  if (!keepNewest(known, id, lead, as_of, known)) return state;
  const { list, held } = state;
  const without = (ids: readonly number[]) => ids.filter((other) => other !== id);
  return {
    ...state,
    known,
    list: lead || !list ? list : { ...list, ids: without(list.ids) },
    held: lead || !moves || !held ? held : emptyAsNull(without(held)),
    own: moves ? new Map([...state.own, [id, as_of]]) : state.own,
  };
}

/**
 * Keeps a version of a lead unless a newer one is known; returns whether it was kept. An unchanged lead stays the same
 * object, so that its row is not drawn again.
 */
function keepNewest(
  known: Map<number, Known>,
  id: number,
  lead: Lead | null,
  as_of: number,
  former: ReadonlyMap<number, Known>,
): boolean {
  const before = known.get(id) ?? former.get(id);
  if (before && before.as_of > as_of) {
    known.set(id, before);
    return false;
  }
  const isSame = lead && before?.lead && textOf(before.lead) === textOf(lead);
  known.set(id, { as_of, lead: isSame ? before.lead : (lead ?? before?.lead ?? null), isGone: lead === null });
  return true;
}

const textOf = (lead: Lead) => JSON.stringify({ ...lead, as_of: 0 });

/** The held rows after leads were changed here: their own rows come or go with the list. */
function moveOwn(held: readonly number[], ids: readonly number[], own: ReadonlyMap<number, number>) {
  const rows = held.filter((id) => !own.has(id) || ids.includes(id));
  for (const id of own.keys()) {
    if (rows.includes(id) || !ids.includes(id)) continue;
    const before = ids.slice(0, ids.indexOf(id)).findLast((other) => rows.includes(other));
    rows.splice(before === undefined ? 0 : rows.indexOf(before) + 1, 0, id);
  }
  return emptyAsNull(rows);
}

const emptyAsNull = (ids: number[]) => (ids.length > 0 ? ids : null);

/**
 * A row of the list. `isFresh`: an enquiry that arrived while the panel was open. A gone lead keeps its row while
 * somebody points at the list.
 */
export type PanelRow = { lead: Lead; isFresh: boolean; isGone: boolean };

/** The rows in display order. */
export function rowsOf(state: PanelState): PanelRow[] {
  return (state.held ?? state.list?.ids ?? []).flatMap((id) => findRow(state, id) ?? []);
}

/**
 * A lead with the statuses chosen here, one after another, listed or not; undefined if the panel does not know it. One
 * that is lost, followed up and lost again has no next contact, as on the server.
 */
export function findRow({ known, optimistic, newestId }: PanelState, id: number): PanelRow | undefined {
  const { lead, isGone } = known.get(id) ?? { lead: null, isGone: true };
  if (!lead) return undefined;
  const chosen = isGone ? [] : optimistic.filter(({ leadId }) => leadId === id);
  const shown = chosen.reduce((before, { estado }) => withStatus(before, estado), lead);
  const isFresh = id > newestId && shown.estado === 'nuevo' && isInbound(shown);
  return { lead: shown, isFresh, isGone };
}

/** Winning or losing a lead clears its next contact, as on the server. */
function withStatus(lead: Lead, estado: LeadStatus): Lead {
  const closes = estado !== lead.estado && isClosed({ estado });
  return { ...lead, estado, ...(closes && { next_contact_on: null, next_contact_at: null }) };
}

/** The counters, with the statuses chosen here. */
export function countersOf({ counters, known, optimistic }: PanelState): LeadCounters | null {
  if (!counters) return null;
  const next = { ...counters };
  for (const [id, estado] of new Map(optimistic.map(({ leadId, estado }) => [leadId, estado]))) {
    const before = known.get(id)?.lead?.estado;
    if (!before || before === estado) continue;
    if (before !== 'nuevo') next[before] -= 1;
    if (estado !== 'nuevo') next[estado] += 1;
  }
  return next;
}

/** How many new leads are held back while somebody points at the list. */
export function countArrivals({ held, list }: PanelState): number {
  if (!held || !list) return 0;
  const shown = new Set(held);
  return list.ids.filter((id) => !shown.has(id)).length;
}

/** Whether the list shown is another than these filters' one. */
export function isStale({ list }: PanelState, filters: LeadFilters): boolean {
  return !isListOf(list, filters);
}
