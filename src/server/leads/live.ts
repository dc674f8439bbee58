import type { LiveUpdate } from '~/shared/leads/live';
import { log } from '../log';
import { selectEventsAfter, selectLastEventId } from './event-queries';
import { countLeads } from './lead-list';
import { selectLead } from './lead-queries';

/** Also how soon a panel notices that its session has ended, and how often proxies see that the stream lives. */
const HEARTBEAT_MS = 15_000;
/** How soon a panel hears of what another process wrote: a second server on the same database, or the operator. */
const LOOK_EVERY_MS = 1000;
/** Past this many leads a panel is better off reading its list again. */
const MOST_LEADS_AT_ONCE = 100;
const MOST_EVENTS_AT_ONCE = 1000;
const RECONNECT_MS = 1000;

/** A browser shows only so many tabs at once; the one that was opened first gives up its stream to the next. */
const MOST_OF_AN_ACCOUNT = 10;
/** When it comes back, by taking the place of the oldest. */
const RECONNECT_WITHOUT_PLACE_MS = 60_000;

type Listener = {
  /** Whose panel it is. */
  account: string;
  /** Returns whether the panel can be told more. */
  send: (message: Uint8Array) => boolean;
  close: () => void;
  mayStay: () => boolean;
};

const encoder = new TextEncoder();
const PULSE = encoder.encode(':\n\n');

const listeners = new Set<Listener>();
let toldUpTo: number | undefined;
let announced = false;
let isClosed = false;
let timers: NodeJS.Timeout[] = [];

/** Tells the open panels what changed, once the current transaction is over. Costs nothing where none is open. */
export function announceChanges(): void {
  if (announced || listeners.size === 0) return;
  announced = true;
  setImmediate(() => {
    announced = false;
    tellChanges();
  });
}

/**
 * Adds a panel. It first hears what it missed since `after`, then everything that happens, until it leaves, `mayStay`
 * answers no, or the account opens more of them than it may. Returns how it leaves.
 */
export function addListener(listener: Listener, after: number | undefined): () => void {
  // Nothing lies between this panel's first message and the next one for all: both are read in this turn.
  if (listeners.size > 0 && toldUpTo !== undefined) tellSince(toldUpTo);
  const upTo = selectLastEventId().get()?.id ?? 0;
  const missed = after !== undefined && after < upTo ? describeSince(after).message : undefined;
  toldUpTo = upTo;
  makePlaceFor(listener.account);
  listeners.add(listener);
  if (timers.length === 0) {
    timers = [setInterval(tellChanges, LOOK_EVERY_MS).unref(), setInterval(showLife, HEARTBEAT_MS).unref()];
  }
  sendTo(listener, sayWhenToReturn(RECONNECT_MS));
  if (missed) sendTo(listener, missed);
  if (isClosed) end(listener);
  return () => void removeListener(listener);
}

/** Ends every stream, and each that comes yet, so that the server can stop. The panels come back to the next one. */
export function closeLiveStreams(): void {
  isClosed = true;
  for (const listener of listeners) end(listener);
}

function makePlaceFor(account: string): void {
  const own = [...listeners].filter((listener) => listener.account === account);
  const [oldest] = own;
  if (!oldest || own.length < MOST_OF_AN_ACCOUNT) return;
  sendTo(oldest, sayWhenToReturn(RECONNECT_WITHOUT_PLACE_MS));
  end(oldest);
}

/** Returns whether it was still there. */
function removeListener(listener: Listener): boolean {
  const wasThere = listeners.delete(listener);
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
  if (listeners.size === 0 || toldUpTo === undefined) return;
  try {
    tellSince(toldUpTo);
  } catch (error) {
    log.error({ event: 'live_failed', err: error });
  }
}

/** Where it throws, nobody counts as told: the next look tells it to all. */
function tellSince(after: number): void {
  const { message, upTo } = describeSince(after);
  if (message.length > 0) sendToAll(message);
  toldUpTo = upTo;
}

function showLife(): void {
  try {
    sendToAll(PULSE);
  } catch (error) {
    // Whose session still stands cannot be read; the next beat ends the others.
    log.error({ event: 'heartbeat_failed', err: error });
  }
}

function sayWhenToReturn(ms: number): Uint8Array {
  return encoder.encode(`retry: ${ms}\n\n`);
}

/** One message, made once for all who hear it, with everything that happened after an event. */
function describeSince(after: number): { message: Uint8Array; upTo: number } {
  const events = selectEventsAfter().all({ after, limit: MOST_EVENTS_AT_ONCE });
  const upTo = events.at(-1)?.id;
  if (upTo === undefined) return { message: new Uint8Array(), upTo: after };
  const ids = [...new Set(events.map((event) => event.lead_id))];
  if (ids.length > MOST_LEADS_AT_ONCE || events.length === MOST_EVENTS_AT_ONCE) {
    const last = selectLastEventId().get()?.id ?? upTo;
    return { message: encoder.encode(`id: ${last}\nevent: reload\ndata: \n\n`), upTo: last };
  }
  const leads = ids.flatMap((id) => selectLead().get({ id }) ?? []);
  const standing = new Set(leads.map((lead) => lead.id));
  const update: LiveUpdate = {
    leads,
    gone: ids.filter((id) => !standing.has(id)),
    counters: countLeads(),
    as_of: upTo,
  };
  const text = `id: ${upTo}\nevent: leads\ndata: ${JSON.stringify(update)}\n\n`;
  return { message: encoder.encode(text), upTo };
}

/** Whoever's session has ended since the last message hears this one no more. */
function sendToAll(message: Uint8Array): void {
  for (const listener of listeners) {
    if (listener.mayStay()) sendTo(listener, message);
    else end(listener);
  }
}

function sendTo(listener: Listener, message: Uint8Array): void {
  if (listeners.has(listener) && !listener.send(message)) end(listener);
}
