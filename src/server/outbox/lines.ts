import {
  DAYS_KEPT,
  type Delivery,
  type DeliveryKind,
  type DeliveryState,
  type Line,
  type LineState,
  MAX_COUNTED,
} from '~/shared/deliveries/delivery';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { removeInSlices, workInSlices } from '../database/slices';
import { log } from '../log';
import { releaseNext } from './delivery-queries';
import {
  blockLater,
  countInState,
  countOfLine,
  deleteFinishedBefore,
  deleteOfLine,
  type InLine,
  reopenDelivery,
  selectFailed,
  selectFirstWaiting,
  selectFirstWaitingWebhook,
  selectLastDeliveryId,
  selectLastSent,
  selectOfLine,
  selectRetried,
  startOver,
} from './line-queries';
import { wakeWorkers } from './wake';

const ROWS_PER_STEP = 5;
const DAY_MS = 24 * 3_600_000;
const FAILURES_SHOWN = 3;
const WAITING_READ = 100;
/** Counting this many takes about 5 ms; a higher number would tell the reader no more. */
const COUNTED_FOR_METRICS = 100_000;

/** How a line is: what arrived last, what did not arrive, and why. */
export function describeLine(line: Line): LineState {
  const { kind, webhook_id } = line;
  return {
    kind,
    webhook_id,
    last: selectLastSent().get(line) ?? null,
    undelivered: Math.min(countIn(line, 'pending') + countIn(line, 'failed'), MAX_COUNTED),
    failures: [
      ...selectFailed().all({ ...line, limit: FAILURES_SHOWN }),
      ...selectRetried().all({ ...line, within: WAITING_READ }),
    ]
      .sort((a, b) => failedAt(b).localeCompare(failedAt(a)))
      .slice(0, FAILURES_SHOWN),
  };
}

/** What a restore holds back was never tried. */
const failedAt = ({ last_attempt_at, created_at }: Delivery) => last_attempt_at ?? created_at;

/** Messages of a line that wait; counts up to MAX_COUNTED. */
export const countWaitingIn = (line: Line) => countIn(line, 'pending');

function countIn(line: Line, state: DeliveryState): number {
  return countOfLine().get({ ...line, state, most: MAX_COUNTED })?.count ?? 0;
}

/**
 * Tries all undelivered messages of a line now, each with all its attempts again, so that trying while the receiver is
 * still down uses up none. Returns how many. Like the functions below it works in slices, to delay nobody.
 */
export async function retryLine(line: Line, actor: Actor): Promise<number> {
  const waiting = await retryPending(line);
  // What became of a failed WhatsApp message shows in its conversation, where it is written anew.
  const failed = line.kind === 'whatsapp' ? 0 : await forEachIn(line, 'failed', reopen);
  await recordCount('deliveries_resent', waiting + failed, actor);
  return waiting + failed;
}

/** Tries the pending messages of a line in the background; a failure is logged. */
export function retryInBackground(line: Line): void {
  retryPending(line).catch((error) => log.error({ event: 'outbox_failed', kind: line.kind, err: error }));
}

function retryPending(line: Line): Promise<number> {
  return forEachIn(line, 'pending', ({ id }) => startOver().run({ id, now: new Date().toISOString() }));
}

/** Reopens a finished message, in the caller's transaction; later ones about the same lead wait for it. */
export function reopen(message: InLine): boolean {
  const { changes } = reopenDelivery().run({ id: message.id, now: new Date().toISOString() });
  if (message.lead_id !== null) blockLater().run(message);
  return changes > 0;
}

/** Discards for good what a line has not delivered up to now, of WhatsApp only what failed; returns how many. */
export async function discardLine(line: Line, actor: Actor): Promise<number> {
  const states: DeliveryState[] = line.kind === 'whatsapp' ? ['failed'] : ['failed', 'pending'];
  const count = await discardUndelivered(line, states, new Date().toISOString());
  await recordCount('deliveries_discarded', count, actor);
  return count;
}

/** Removes messages of a line from before a moment; what waited behind them moves up. Returns how many. */
export async function discardUndelivered(line: Line, states: DeliveryState[], before: string): Promise<number> {
  let count = 0;
  for (const state of states)
    count += await workInSlices(() => {
      const removed = deleteOfLine().all({ ...line, state, before, limit: ROWS_PER_STEP });
      for (const { lead_id } of removed) if (lead_id !== null) releaseNext().run({ ...line, lead_id });
      return removed.length;
    });
  return count;
}

function recordCount(type: 'deliveries_resent' | 'deliveries_discarded', count: number, actor: Actor) {
  return inSharedTransaction(() => recordAudit({ type, actor, to: String(count) }));
}

/** Removes sent and failed messages past their retention; returns how many. */
export async function removeOldDeliveries(): Promise<number> {
  let removed = 0;
  for (const state of ['sent', 'failed'] as const) {
    const before = new Date(Date.now() - DAYS_KEPT[state] * DAY_MS).toISOString();
    removed += await removeInSlices(deleteFinishedBefore, { state, before });
  }
  return removed;
}

/** Messages that come to be found meanwhile count only if the walk has not passed their id. */
function forEachIn(line: Line, state: DeliveryState, change: (message: InLine) => unknown): Promise<number> {
  const until = selectLastDeliveryId().get()?.id ?? 0;
  let after = 0;
  return workInSlices(() => {
    const found = selectOfLine().all({ ...line, state, after, until, limit: ROWS_PER_STEP });
    for (const message of found) change(message);
    after = found.at(-1)?.id ?? until;
    wakeWorkers({ overridePause: true });
    return found.length;
  });
}

/** Messages of a kind in a state; counts up to 100,000. */
export function countKind(kind: DeliveryKind, state: 'pending' | 'failed'): number {
  return countInState().get({ kind, state, most: COUNTED_FOR_METRICS })?.count ?? 0;
}

/** Seconds the oldest message of a kind has waited; 0 if none. Paused by hand does not count. */
export function oldestWaitSeconds(kind: DeliveryKind, now = Date.now()): number {
  const since = (kind === 'webhook' ? selectFirstWaitingWebhook().get() : selectFirstWaiting().get({ kind }))?.since;
  return since ? Math.max(0, (now - Date.parse(since)) / 1000) : 0;
}
