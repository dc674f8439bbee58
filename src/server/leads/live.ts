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

type Listener = {
  send: (message: Uint8Array) => void;
  close: () => void;
  mayStay: () => boolean;
};

const encoder = new TextEncoder();
const PULSE = encoder.encode(':\n\n');

const listeners = new Set<Listener>();
let toldUpTo: number | undefined;
let announced = false;
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
 * Adds a panel. It first hears what it missed since `after`, then everything that happens, until it leaves or
 * `mayStay` answers no. Returns how it leaves.
 */
export function addListener(listener: Listener, after: number | undefined): () => void {
  // Nothing lies between this panel's first message and the next one for all: both are read in this turn.
  if (listeners.size > 0) tellChanges();
  toldUpTo = selectLastEventId().get()?.id ?? 0;
  listener.send(encoder.encode(`retry: ${RECONNECT_MS}\n\n`));
  if (after !== undefined && after < toldUpTo) listener.send(describeSince(after).message);
  listeners.add(listener);
  if (timers.length === 0) {
    timers = [
      setInterval(tellChanges, LOOK_EVERY_MS).unref(),
      setInterval(sendToAll, HEARTBEAT_MS, PULSE).unref(),
    ];
  }
  return () => removeListener(listener);
}

/** Ends every stream, so that the server can stop. The panels come back to the one that starts next. */
export function closeLiveStreams(): void {
  for (const listener of listeners) {
    removeListener(listener);
    listener.close();
  }
}

function removeListener(listener: Listener): void {
  listeners.delete(listener);
  if (listeners.size > 0) return;
  for (const timer of timers) clearInterval(timer);
  timers = [];
}

function tellChanges(): void {
  if (listeners.size === 0 || toldUpTo === undefined) return;
  try {
    const { message, upTo } = describeSince(toldUpTo);
    toldUpTo = upTo;
    if (message.length > 0) sendToAll(message);
  } catch (error) {
    log.error({ event: 'live_failed', err: error });
  }
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
  };
  const text = `id: ${upTo}\nevent: leads\ndata: ${JSON.stringify(update)}\n\n`;
  return { message: encoder.encode(text), upTo };
}

/** Whoever's session has ended since the last message hears this one no more. */
function sendToAll(message: Uint8Array): void {
  for (const listener of listeners) {
    if (listener.mayStay()) {
      listener.send(message);
    } else {
      removeListener(listener);
      listener.close();
    }
  }
}
