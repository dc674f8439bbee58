import type { LiveUpdate, ReloadUpdate } from '~/shared/leads/live';
import { countWaitingSetAside } from '../enquiries/set-aside';
import { log } from '../log';
import { messagesVersion } from '../messages/messages';
import { listNewestEnquiries } from '../notices/arrivals';
import { selectEventsAfter, selectLastEventId, selectWins } from './event-queries';
import { selectLead } from './lead-queries';
import { countLeads } from './list/lead-counts';
import { findOthers } from './person/others';
import { admitPanel, dismissPanel } from './presence';

/** Also the longest time until a panel notices that its session has ended, and until a proxy sees traffic. */
const HEARTBEAT_MS = 15_000;
/** How soon a panel shows what another process wrote: a second server on the same database, or the operator. */
const LOOK_EVERY_MS = 1000;
/** Above this many leads it is cheaper for a panel to read its list again. */
const MOST_LEADS_AT_ONCE = 100;
const MOST_EVENTS_AT_ONCE = 1000;
const RECONNECT_MS = 1000;
/**
 * How long panels are left alone after a message, for each lead in it, and after one that made them read their list again.
 * Who changes thousands of leads would otherwise send them hundreds of messages; who changes one does not notice.
 */
const REST_FOR_A_LEAD_MS = 10;
const REST_FOR_A_LIST_MS = 2000;

/** The most streams of one account. Nobody looks at more tabs; a new tab takes the place of the oldest one. */
const MOST_OF_AN_ACCOUNT = 10;
/** After this time the oldest tab reconnects, and then takes another tab's place. */
const RECONNECT_WITHOUT_PLACE_MS = 60_000;

type Listener = {
  /** The id of the panel's user, and what they are called. */
  account: string;
  name: string;
  /** Sends a message; returns whether the panel can get more. */
  send: (message: Uint8Array) => boolean;
  close: () => void;
  mayStay: () => boolean;
};

const encoder = new TextEncoder();
const PULSE = encoder.encode(':\n\n');

/** Each with the id of its stream. */
const listeners = new Map<Listener, string>();
let toldUpTo: number | undefined;
/** How many enquiries that were set aside waited when it was last told. */
let toldWaiting: number | undefined;
/** Which messages were last told of. */
let toldMessages: string | undefined;
let announced = false;
let restsUntil = 0;
let isClosed = false;
let timers: NodeJS.Timeout[] = [];

/** Tells the open panels what changed, after the current transaction. Costs nothing if no panel is open. */
export function announceChanges(): void {
  if (announced || listeners.size === 0) return;
  announced = true;
  const tell = () => {
    announced = false;
    // Timers count whole milliseconds, so one may be early by a part of one.
    if (performance.now() < restsUntil) announceChanges();
    else tellChanges();
  };
  const rest = restsUntil - performance.now();
  if (rest > 0) setTimeout(tell, rest).unref();
  else setImmediate(tell);
}

/**
 * Adds a panel. It first gets what happened since `after`, then everything new, until it leaves, `mayStay` returns
 * false, or the account opens too many panels. Returns a function that removes it.
 */
export function addListener(listener: Listener, after: number | undefined): () => void {
  // Both messages are read in this turn of the event loop, so nothing can be missed between this panel's first message
  // and the next one for all panels.
  if (listeners.size > 0 && toldUpTo !== undefined) tellSince(toldUpTo);
  const upTo = selectLastEventId().get()?.id ?? 0;
  const missed = after !== undefined && after < upTo ? describeSince(after).message : undefined;
  toldUpTo = upTo;
  makePlaceFor(listener.account);
  const { account, name } = listener;
  const id = admitPanel({ account, name, send: (message) => sendIfMayStay(listener, message) });
  listeners.set(listener, id);
  if (timers.length === 0) {
    timers = [setInterval(tellChanges, LOOK_EVERY_MS).unref(), setInterval(showLife, HEARTBEAT_MS).unref()];
  }
  sendTo(listener, sayWhenToReturn(RECONNECT_MS));
  sendTo(listener, encoder.encode(`event: stream\ndata: ${id}\n\n`));
  sendTo(listener, describeWaiting(countWaitingSetAside()));
  sendTo(listener, describeMessages(messagesVersion()));
  // The last, because it may be more than a listener may hold back, which only a first message may.
  if (missed) sendTo(listener, missed);
  if (isClosed) end(listener);
  return () => void removeListener(listener);
}

/** Ends all streams, present and future, so that the server can stop. The panels reconnect to the next server. */
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
  if (id) dismissPanel(id);
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
    tellMessages();
  } catch (error) {
    log.error({ event: 'live_failed', err: error });
  }
}

/** If it throws, `toldUpTo` stays, and the next look tells all panels again. */
function tellSince(after: number): void {
  const { message, upTo, rest } = describeSince(after);
  if (message.length > 0) sendToAll(message);
  toldUpTo = upTo;
  restsUntil = performance.now() + rest;
}

/** What is set aside makes no event: it belongs to no lead. */
function tellWaiting(): void {
  const waiting = countWaitingSetAside();
  if (waiting !== toldWaiting) sendToAll(describeWaiting(waiting));
  toldWaiting = waiting;
}

/** Without an id, so that a panel goes on after the same event of a lead. */
function describeWaiting(waiting: number): Uint8Array {
  return encoder.encode(`event: set-aside\ndata: ${waiting}\n\n`);
}

/** Only that there are others: the panels read them. */
function tellMessages(): void {
  const version = messagesVersion();
  if (version !== toldMessages) sendToAll(describeMessages(version));
  toldMessages = version;
}

function describeMessages(version: string): Uint8Array {
  return encoder.encode(`event: messages\ndata: ${version}\n\n`);
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

/** One message with everything that happened after an event, made once for all panels. */
function describeSince(after: number): { message: Uint8Array; upTo: number; rest: number } {
  const events = selectEventsAfter().all({ after, limit: MOST_EVENTS_AT_ONCE });
  const upTo = events.at(-1)?.id;
  const last = selectLastEventId().get()?.id ?? after;
  if (last <= after) return { message: new Uint8Array(), upTo: after, rest: 0 };
  const ids = [...new Set(events.map((event) => event.lead_id))];
  // Without an event, leads were erased, and theirs with them.
  const isMuch = ids.length > MOST_LEADS_AT_ONCE || events.length === MOST_EVENTS_AT_ONCE;
  if (upTo === undefined || isMuch) {
    const data: ReloadUpdate = { enquiries: listNewestEnquiries() };
    const message = encoder.encode(`id: ${last}\nevent: reload\ndata: ${JSON.stringify(data)}\n\n`);
    return { message, upTo: last, rest: REST_FOR_A_LIST_MS };
  }
  const others = findOthers(after, upTo).filter((id) => !ids.includes(id));
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

/** A panel whose session has ended does not get this message; its stream ends. */
function sendIfMayStay(listener: Listener, message: Uint8Array): void {
  if (listener.mayStay()) sendTo(listener, message);
  else end(listener);
}

function sendTo(listener: Listener, message: Uint8Array): void {
  if (listeners.has(listener) && !listener.send(message)) end(listener);
}
