import type { LiveUpdate, ReloadUpdate } from '~/shared/leads/live';
import { countWaitingSetAside } from '../../enquiries/set-aside-list';
import { log } from '../../log';
import { listNewestEnquiries } from '../../notices/new-leads/new-leads';
import { messagesVersion } from '../../templates/templates';
import { selectEventsAfter, selectLastEventId, selectWins } from '../history/event-queries';
import { selectLead } from '../lead-queries';
import { countLeads } from '../list/lead-counts';
import { findChangedDuplicates } from '../person/changed-duplicates';
import { addPanel, removePanel } from './presence';
import { selectTold, selectToldAbout } from './receipt-queries';

/** Also bounds how long an ended session keeps its stream, and how long a proxy sees no traffic. */
const HEARTBEAT_MS = 15_000;
/** How soon a panel shows what another process wrote: a second server on the database, or the operator. */
const LOOK_EVERY_MS = 1000;
/** Above this many leads, reloading its list is cheaper for a panel. */
const MOST_LEADS_AT_ONCE = 100;
const MOST_EVENTS_AT_ONCE = 1000;
/** Ticks and reactions in one look; more come only with a backlog, whose stories nobody has open. */
const MOST_TICKS_AT_ONCE = 1000;
const RECONNECT_MS = 1000;
/**
 * Throttle after a message: per lead in it, or after one that made panels reload. Otherwise changing thousands of leads
 * would send hundreds of messages; changing one is not delayed noticeably.
 */
const REST_FOR_A_LEAD_MS = 10;
const REST_FOR_A_LIST_MS = 2000;

/** Streams per account. Nobody watches more tabs; a new tab evicts the oldest. */
const MOST_OF_AN_ACCOUNT = 10;
/** An evicted tab reconnects after this, evicting another. */
const RECONNECT_WITHOUT_PLACE_MS = 60_000;

type Listener = {
  /** The user's id and name. */
  account: string;
  name: string;
  /** Returns false when the panel cannot keep up. */
  send: (message: Uint8Array) => boolean;
  close: () => void;
  mayStay: () => boolean;
};

const encoder = new TextEncoder();
const PULSE = encoder.encode(':\n\n');

/** Each with its stream's id. */
const listeners = new Map<Listener, string>();
let toldUpTo: number | undefined;
/** Backlog of set-aside enquiries last sent. */
let toldWaiting: number | undefined;
/** Version of the messages last sent. */
let toldMessages: string | undefined;
/** Statuses of and reactions to messages last sent, by their ids. */
let toldTicks = { statuses: 0, reactions: 0 };
let announced = false;
let restsUntil = 0;
let isClosed = false;
let timers: NodeJS.Timeout[] = [];

/** Sends what changed to open panels, after the current transaction. Free if none is open. */
export function announceChanges(): void {
  if (announced || listeners.size === 0) return;
  announced = true;
  const tell = () => {
    announced = false;
    // Timers have whole milliseconds and may fire a fraction early.
    if (performance.now() < restsUntil) announceChanges();
    else tellChanges();
  };
  const rest = restsUntil - performance.now();
  if (rest > 0) setTimeout(tell, rest).unref();
  else setImmediate(tell);
}

/**
 * Adds a panel. It gets what happened since `after`, then everything new, until it leaves, `mayStay` returns false, or
 * its account opens too many panels. Returns a function that removes it.
 */
export function addListener(listener: Listener, after: number | undefined): () => void {
  // Both are read in one turn of the event loop, so no event falls between this panel's first message and the next
  // broadcast.
  if (listeners.size > 0 && toldUpTo !== undefined) tellSince(toldUpTo);
  const upTo = selectLastEventId().get()?.id ?? 0;
  const missed = after !== undefined && after < upTo ? describeSince(after).message : undefined;
  if (listeners.size === 0) toldTicks = lastTicks();
  toldUpTo = upTo;
  makePlaceFor(listener.account);
  const { account, name } = listener;
  const id = addPanel({ account, name, send: (message) => sendIfMayStay(listener, message) });
  listeners.set(listener, id);
  if (timers.length === 0) {
    timers = [setInterval(tellChanges, LOOK_EVERY_MS).unref(), setInterval(showLife, HEARTBEAT_MS).unref()];
  }
  sendTo(listener, sayWhenToReturn(RECONNECT_MS));
  sendTo(listener, encoder.encode(`event: stream\ndata: ${id}\n\n`));
  sendTo(listener, describeWaiting(countWaitingSetAside()));
  sendTo(listener, describeMessages(messagesVersion()));
  // Last, because it may exceed a listener's buffer, which only a first message may.
  if (missed) sendTo(listener, missed);
  if (isClosed) end(listener);
  return () => void removeListener(listener);
}

/** Ends all streams, present and future, so that the server can stop. Panels reconnect to the next server. */
export function closeLiveStreams(): void {
  isClosed = true;
  for (const listener of listeners.keys()) end(listener);
}

function makePlaceFor(account: string): void {
  const own = [...listeners.keys()].filter((listener) => listener.account === account);
  const [oldest] = own;
  if (!oldest || own.length < MOST_OF_AN_ACCOUNT) return;
  sendTo(oldest, sayWhenToReturn(RECONNECT_WITHOUT_PLACE_MS));
  end(oldest);
}

/** Returns whether it was there. */
function removeListener(listener: Listener): boolean {
  const id = listeners.get(listener);
  const wasThere = listeners.delete(listener);
  if (id) removePanel(id);
  if (listeners.size === 0) {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }
  return wasThere;
}

function end(listener: Listener): void {
  if (removeListener(listener)) listener.close();
}

function tellChanges(): void {
  if (listeners.size === 0 || toldUpTo === undefined || performance.now() < restsUntil) return;
  try {
    tellSince(toldUpTo);
    tellWaiting();
    readMessages();
    tellConversations(toldUpTo);
  } catch (error) {
    log.error({ event: 'live_failed', err: error });
  }
}

/** If it throws, `toldUpTo` stays, and the next look retries for all panels. */
function tellSince(after: number): void {
  const { message, upTo, rest } = describeSince(after);
  if (message.length > 0) sendToAll(message);
  toldUpTo = upTo;
  restsUntil = performance.now() + rest;
}

/** Set-aside enquiries belong to no lead and so make no event. */
function tellWaiting(): void {
  const waiting = countWaitingSetAside();
  if (waiting !== toldWaiting) sendToAll(describeWaiting(waiting));
  toldWaiting = waiting;
}

/** Without an id, so that a reconnect resumes after the same lead event. */
function describeWaiting(waiting: number): Uint8Array {
  return encoder.encode(`event: set-aside\ndata: ${waiting}\n\n`);
}

/** Only announces a new version: panels fetch the messages. */
function readMessages(): void {
  const version = messagesVersion();
  if (version !== toldMessages) sendToAll(describeMessages(version));
  toldMessages = version;
}

function describeMessages(version: string): Uint8Array {
  return encoder.encode(`event: messages\ndata: ${version}\n\n`);
}

function lastTicks(): typeof toldTicks {
  return selectTold().get() ?? { statuses: 0, reactions: 0 };
}

/**
 * Ticks and reactions are no events of their leads: panels fetch the stories that they have open. A failure changes the
 * lead itself, too.
 */
function tellConversations(as_of: number): void {
  const last = lastTicks();
  if (last.statuses <= toldTicks.statuses && last.reactions <= toldTicks.reactions) return;
  const about = selectToldAbout().all({ ...toldTicks, limit: MOST_TICKS_AT_ONCE });
  toldTicks = last;
  const ids = [...new Set(about.map(({ lead_id }) => lead_id))];
  if (ids.length === 0) return;
  sendToAll(encoder.encode(`event: conversations\ndata: ${JSON.stringify(ids)}\n\n`));
  const ofFailures = new Set(about.flatMap(({ lead_id, has_failed }) => (has_failed ? lead_id : [])));
  const failed = [...ofFailures].flatMap((id) => selectLead().get({ id }) ?? []);
  if (failed.length === 0) return;
  const update: LiveUpdate = { leads: failed, gone: [], acts: [], won: [], counters: countLeads(), as_of };
  sendToAll(encoder.encode(`event: leads\ndata: ${JSON.stringify(update)}\n\n`));
}

function showLife(): void {
  try {
    sendToAll(PULSE);
  } catch (error) {
    // The sessions cannot be read now; the next heartbeat checks them again.
    log.error({ event: 'heartbeat_failed', err: error });
  }
}

function sayWhenToReturn(ms: number): Uint8Array {
  return encoder.encode(`retry: ${ms}\n\n`);
}

/** One message with everything after an event, built once for all panels. */
function describeSince(after: number): { message: Uint8Array; upTo: number; rest: number } {
  const events = selectEventsAfter().all({ after, limit: MOST_EVENTS_AT_ONCE });
  const upTo = events.at(-1)?.id;
  const last = selectLastEventId().get()?.id ?? after;
  if (last <= after) return { message: new Uint8Array(), upTo: after, rest: 0 };
  const ids = [...new Set(events.map((event) => event.lead_id))];
  // No events, although the last id moved: they were erased with their leads.
  const isMuch = ids.length > MOST_LEADS_AT_ONCE || events.length === MOST_EVENTS_AT_ONCE;
  if (upTo === undefined || isMuch) {
    const data: ReloadUpdate = { enquiries: listNewestEnquiries() };
    const message = encoder.encode(`id: ${last}\nevent: reload\ndata: ${JSON.stringify(data)}\n\n`);
    return { message, upTo: last, rest: REST_FOR_A_LIST_MS };
  }
  const others = findChangedDuplicates(after, upTo).filter((id) => !ids.includes(id));
  const leads = [...ids, ...others].flatMap((id) => selectLead().get({ id }) ?? []);
  const standing = new Set(leads.map((lead) => lead.id));
  const update: LiveUpdate = {
    leads,
    gone: ids.filter((id) => !standing.has(id)),
    acts: events.flatMap(({ lead_id, actor_id, actor_name, field }) =>
      actor_id && actor_name && field ? [{ lead_id, actor_id, actor_name, field }] : [],
    ),
    won: selectWins().all({ after, until: upTo }),
    counters: countLeads(),
    as_of: upTo,
  };
  const text = `id: ${upTo}\nevent: leads\ndata: ${JSON.stringify(update)}\n\n`;
  return { message: encoder.encode(text), upTo, rest: ids.length * REST_FOR_A_LEAD_MS };
}

function sendToAll(message: Uint8Array): void {
  for (const listener of listeners.keys()) sendIfMayStay(listener, message);
}

/** Sessions are checked before every message; an ended one loses its stream instead. */
function sendIfMayStay(listener: Listener, message: Uint8Array): void {
  if (listener.mayStay()) sendTo(listener, message);
  else end(listener);
}

function sendTo(listener: Listener, message: Uint8Array): void {
  if (listeners.has(listener) && !listener.send(message)) end(listener);
}
