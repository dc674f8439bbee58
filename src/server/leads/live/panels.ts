import { countWaitingSetAside } from '../../enquiries/set-aside-list';
import { log } from '../../log';
import { templatesVersion } from '../../templates/templates';
import { selectLastEventId } from '../history/event-queries';
import { addPanel, removePanel } from './presence';
import { buildReceiptUpdates, buildUpdateSince, frame, type Receipts, selectLastReceipts } from './updates';

/** How long a proxy sees no traffic. */
const HEARTBEAT_MS = 15_000;
/** How soon a panel shows what another process wrote, and leaves once its session was ended. */
const POLL_INTERVAL_MS = 1000;
const RECONNECT_MS = 1000;
/** Throttle: a message a slice of a change of thousands would be hundreds. */
const THROTTLE_MS = 250;
/** Streams at once; a new tab evicts the oldest. Over HTTP/1.1 browsers open six connections: one is left for pages. */
const MAX_STREAMS = { browser: 5, account: 10 } as const;
/** An evicted tab reconnects after this, evicting another. */
const RECONNECT_EVICTED_MS = 60_000;

type Listener = {
  account: string;
  /** Whose tabs share their connections: a session's. */
  browser: string;
  name: string;
  /** Returns false when the panel cannot keep up. */
  send: (message: Uint8Array) => boolean;
  close: () => void;
  isAuthorised: () => boolean;
  wasSignedOut: () => boolean;
};

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(':\n\n');
const retryAfter = (ms: number) => encoder.encode(`retry: ${ms}\n\n`);

/** Open panels, each with the id that presence knows it by. */
const listeners = new Map<Listener, string>();
/** What was sent last: the event, the number of set-aside enquiries, the templates' version and the receipts. */
const sent: { upTo?: number; waiting?: number; templates?: string; receipts: Receipts } = {
  receipts: { statuses: 0, reactions: 0 },
};

let isFlushScheduled = false;
let throttledUntil = 0;
let isClosed = false;
let timers: NodeJS.Timeout[] = [];

/**
 * Sends open panels everything since the last update; costs nothing if none is open. No argument says what changed:
 * events are read again by id, and so after the commit, as soon as the current transaction has ended (`setImmediate`).
 * Otherwise a panel could be sent a change that is rolled back. Every process finds the others' events by polling.
 */
export function announceChanges(): void {
  if (isFlushScheduled || listeners.size === 0) return;
  isFlushScheduled = true;
  const flush = () => {
    isFlushScheduled = false;
    // Timers have whole milliseconds and may fire a fraction early.
    if (performance.now() < throttledUntil) announceChanges();
    else sendChanges();
  };
  const throttleMs = throttledUntil - performance.now();
  if (throttleMs > 0) setTimeout(flush, throttleMs).unref();
  else setImmediate(flush);
}

/**
 * Adds a panel. It gets what happened since `after`, then everything new, until it leaves, `isAuthorised` returns
 * false, or its account opens too many panels. Returns a function that removes it.
 */
export function addListener(listener: Listener, after: number | undefined): () => void {
  if (listeners.size > 0 && sent.upTo !== undefined) sendSince(sent.upTo);
  const upTo = selectLastEventId().get()?.id ?? 0;
  const missed = after !== undefined && after < upTo ? buildUpdateSince(after) : null;
  // With other panels open, what another process commits meanwhile is still to be sent to them.
  if (listeners.size === 0) {
    sent.receipts = lastReceipts();
    sent.upTo = upTo;
  }
  evictOldest('browser', listener);
  evictOldest('account', listener);
  const { account, name } = listener;
  const id = addPanel({ account, name, send: (message) => sendIfAuthorised(listener, message) });
  listeners.set(listener, id);
  if (timers.length === 0) {
    timers = [setInterval(poll, POLL_INTERVAL_MS).unref(), setInterval(sendHeartbeat, HEARTBEAT_MS).unref()];
  }
  sendTo(listener, retryAfter(RECONNECT_MS));
  sendTo(listener, frame('stream', id));
  sendTo(listener, frame('set-aside', countWaitingSetAside()));
  sendTo(listener, frame('messages', templatesVersion()));
  // Last: it may overfill the buffer, and any message after that would disconnect the panel.
  if (missed) sendTo(listener, missed.message);
  if (isClosed) end(listener);
  return () => void removeListener(listener);
}

/** Ends all streams, present and future, so that the server can stop. Panels reconnect to the next server. */
export function closeLiveStreams(): void {
  isClosed = true;
  for (const listener of listeners.keys()) end(listener);
}

function evictOldest(of: keyof typeof MAX_STREAMS, added: Listener): void {
  const own = [...listeners.keys()].filter((listener) => listener[of] === added[of]);
  const [oldest] = own;
  if (!oldest || own.length < MAX_STREAMS[of]) return;
  sendTo(oldest, retryAfter(RECONNECT_EVICTED_MS));
  end(oldest);
}

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

function poll(): void {
  try {
    for (const listener of listeners.keys()) if (!listener.isAuthorised()) dismiss(listener);
  } catch (error) {
    // The sessions cannot be read now; the next poll checks them again.
    log.error({ event: 'live_failed', err: error });
  }
  sendChanges();
}

function sendChanges(): void {
  if (listeners.size === 0 || sent.upTo === undefined || performance.now() < throttledUntil) return;
  try {
    sendSince(sent.upTo);
    sendSetAsideAndTemplates();
    sendReceipts(sent.upTo);
  } catch (error) {
    log.error({ event: 'live_failed', err: error });
  }
}

/** If it throws, `sent.upTo` stays, and the next flush retries for all panels. */
function sendSince(after: number): void {
  const since = buildUpdateSince(after);
  if (!since) return;
  sendToAll(since.message);
  sent.upTo = since.upTo;
  throttledUntil = performance.now() + THROTTLE_MS;
}

/** Set-aside enquiries belong to no lead and make no event; of templates panels learn the version, and fetch them. */
function sendSetAsideAndTemplates(): void {
  const [waiting, templates] = [countWaitingSetAside(), templatesVersion()];
  if (waiting !== sent.waiting) sendToAll(frame('set-aside', waiting));
  sent.waiting = waiting;
  if (templates !== sent.templates) sendToAll(frame('messages', templates));
  sent.templates = templates;
}

function sendReceipts(as_of: number): void {
  const [before, last] = [sent.receipts, lastReceipts()];
  if (last.statuses <= before.statuses && last.reactions <= before.reactions) return;
  const messages = buildReceiptUpdates(before, as_of);
  sent.receipts = last;
  for (const message of messages) sendToAll(message);
}

function lastReceipts(): Receipts {
  return selectLastReceipts().get() ?? { statuses: 0, reactions: 0 };
}

function sendHeartbeat(): void {
  try {
    sendToAll(HEARTBEAT);
  } catch (error) {
    // The sessions cannot be read now; the next heartbeat checks them again.
    log.error({ event: 'heartbeat_failed', err: error });
  }
}

function sendToAll(message: Uint8Array): void {
  for (const listener of listeners.keys()) sendIfAuthorised(listener, message);
}

/** Sessions are checked before every message; an ended one loses its stream instead. */
function sendIfAuthorised(listener: Listener, message: Uint8Array): void {
  if (listener.isAuthorised()) sendTo(listener, message);
  else dismiss(listener);
}

function dismiss(listener: Listener): void {
  if (listener.wasSignedOut()) sendTo(listener, frame('signed-out', null));
  end(listener);
}

function sendTo(listener: Listener, message: Uint8Array): void {
  if (listeners.has(listener) && !listener.send(message)) end(listener);
}
