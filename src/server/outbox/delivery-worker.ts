import { cleanLine, cleanLines } from '~/shared/clean-text';
import type { DeliveryKind, DeliveryState, EndReason } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { log } from '../log';
import { type Attempt, type DeliveryQueue, type DueDelivery, TEST_EVENT } from './delivery';
import { onWake, outcomes } from './enqueue';
import { releaseNext, retryInBackground } from './lines';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const STOP_TIMEOUT_MS = 2 * SECOND;
/** The longest an attempt may take, whatever its sender waits for. */
const ATTEMPT_TIMEOUT_MS = 60 * SECOND;
/** The longest pause one answer can impose on all messages of a kind. */
const MAX_PAUSE_MS = 5 * MINUTE;
/** Also how soon the worker notices a changed clock, or another process's message. */
const MAX_SLEEP_MS = 2 * SECOND;
const MIN_SLEEP_MS = 20;
const RECORD_RETRY_DELAY_MS = SECOND;
const ROWS_REPLANNED_PER_STEP = 100;

/** The wait after each failed attempt, as Standard Webhooks suggests. After the last, a message has failed for good. */
const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const JITTER = 0.2;
const MAX_REQUESTED_DELAY_MS = 24 * HOUR;

/**
 * The wait after the `failures`th failed attempt: the schedule with 20 % jitter, but at least what the receiver asks
 * for (up to a day). Undefined when no attempt is left.
 */
export function retryDelayMs(failures: number, requestedMs = 0, random = Math.random()): number | undefined {
  const planned = RETRY_DELAYS_MS[failures - 1];
  if (planned === undefined) return undefined;
  const jittered = planned * (1 + JITTER * (2 * random - 1));
  return Math.max(jittered, Math.min(requestedMs, MAX_REQUESTED_DELAY_MS));
}

type Due = { kind: DeliveryKind; webhook_id: number | null; ordered: 0 | 1; limit: number };

/**
 * The next messages of a kind to a destination by time of their next attempt, due or not. While it is paused only
 * tests, which are planned before everything else; while it rests nothing.
 */
const selectFirstDue = query<[Due], DueDelivery>(
  `SELECT * FROM (
     SELECT id, message_id, kind, webhook_id, event, lead_id, payload, attempts, next_attempt_at FROM deliveries
     WHERE kind = :kind AND webhook_id IS :webhook_id AND ordered = :ordered AND state = 'pending' AND waits = 0
     ORDER BY next_attempt_at, id LIMIT :limit
   )
   WHERE :webhook_id IS NULL OR EXISTS (
     SELECT 1 FROM webhooks
     WHERE id = :webhook_id AND removed_at IS NULL AND id NOT IN (SELECT id FROM resting_webhooks)
       AND (paused_at IS NULL OR event = '${TEST_EVENT}' AND attempts = 0)
   )`,
);

const MAX_ANSWER_LENGTH = 2000;
const MAX_ERROR_LENGTH = 500;

type Outcome = {
  id: number;
  state: DeliveryState;
  ended_in: EndReason | null;
  now: string;
  next_attempt_at: string;
  last_status: number | null;
  last_error: string | null;
  last_answer: string | null;
};

const updateOutcome = query<[Outcome]>(
  `UPDATE deliveries SET state = :state, ended_in = :ended_in, attempts = attempts + 1, planned_at = :now,
     next_attempt_at = :next_attempt_at, last_attempt_at = :now, last_status = :last_status,
     last_error = :last_error, last_answer = :last_answer, finished_at = iif(:state = 'pending', NULL, :now)
   WHERE id = :id`,
);

/** Records an attempt's outcome and what follows: done, a retry, or failed for good. */
async function recordAttempt(
  delivery: DueDelivery,
  attempt: Attempt,
  onOutcome?: DeliveryQueue['onOutcome'],
): Promise<void> {
  const now = Date.now();
  const failed = attempt.outcome === 'failed';
  const wait =
    failed && !attempt.gone
      ? (attempt.retryInMs ?? retryDelayMs(delivery.attempts + 1, attempt.retryAfterMs))
      : undefined;
  const state = !failed ? 'sent' : wait === undefined ? 'failed' : 'pending';
  const reason = cleanLine(attempt.error ?? '').slice(0, MAX_ERROR_LENGTH) || null;
  await inSharedTransaction(() => {
    updateOutcome().run({
      id: delivery.id,
      state,
      now: new Date(now).toISOString(),
      next_attempt_at: new Date(now + (wait ?? 0)).toISOString(),
      last_status: attempt.status,
      ended_in: failed ? null : (attempt.endedIn ?? null),
      last_error: reason,
      last_answer: cleanLines(attempt.answer ?? '').slice(0, MAX_ANSWER_LENGTH) || null,
    });
    if (state !== 'pending' && delivery.lead_id !== null) {
      const { kind, webhook_id, lead_id } = delivery;
      releaseNext().run({ kind, webhook_id, lead_id });
    }
    onOutcome?.(attempt, now);
  });
  outcomes.emit(delivery.message_id);
  const entry = { delivery: delivery.message_id, kind: delivery.kind, status: attempt.status };
  if (failed) log.warn({ event: 'delivery_failed', ...entry, reason, parked: state === 'failed' });
  else log.info({ event: 'delivery_sent', ...entry, ended_in: attempt.endedIn });
  // A test that arrives shows that the receiver works again.
  const { kind, webhook_id } = delivery;
  if (!failed && delivery.event === TEST_EVENT) retryInBackground({ kind, webhook_id });
}

/**
 * Sends one queue's messages from the outbox: up to `concurrency` at once, outside any transaction, recording each
 * outcome. A free slot takes the next message at once, so a receiver that hangs on one message delays no other. Each
 * kind, and each destination of webhooks, has its own worker: one that hangs delays no mail and no other.
 *
 * A message being sent is not marked in the database: only one process sends (process-lock.ts), and it keeps the list
 * in memory. If that process dies, the message is still pending, and the next process resends it under the same id.
 */
export class DeliveryWorker {
  readonly #queue: DeliveryQueue;
  readonly #inFlight = new Map<number, Promise<void>>();
  /** Aborts running attempts when the process must end. */
  readonly #interrupt = new AbortController();
  #stopListening: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** On the monotonic clock, which setting the system's clock does not change. */
  #pausedUntil = 0;
  /** When the last hour's attempts began, on the same clock; kept only if `maxPerHour` is set. */
  readonly #startedAt: number[] = [];
  #stopped = false;

  constructor(queue: DeliveryQueue) {
    this.#queue = queue;
  }

  /** Starts, picking up messages an earlier process left. */
  start(): void {
    this.#stopListening = onWake((overridePause) => {
      if (overridePause) this.#pausedUntil = 0;
      this.#fillSlots();
    });
    this.#fillSlots();
  }

  /**
   * Starts no more attempts and resolves when the running ones are recorded. Attempts longer than two seconds are cut
   * and not recorded: the next process resends those messages under the same id.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening?.();
    clearTimeout(this.#timer);
    const patience = setTimeout(() => this.#interrupt.abort(), STOP_TIMEOUT_MS);
    await Promise.all(this.#inFlight.values());
    clearTimeout(patience);
  }

  #fillSlots(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    let sleep = MAX_SLEEP_MS;
    try {
      sleep = this.#startDue();
    } catch (error) {
      log.error({ event: 'outbox_failed', kind: this.#queue.kind, err: error });
    }
    this.#timer = setTimeout(() => this.#fillSlots(), Math.min(Math.max(sleep, MIN_SLEEP_MS), MAX_SLEEP_MS));
    this.#timer.unref();
  }

  /** Fills the free slots with due messages. Returns the time until the next one is due. */
  #startDue(): number {
    const now = Date.now();
    if (undoClockSetBack(now)) return 0;
    const pause = this.#pausedUntil - performance.now();
    if (pause > 0) return pause;
    const { kind, webhookId = null, ordered = false, concurrency } = this.#queue;
    const free = Math.min(concurrency - this.#inFlight.size, this.#countLeftThisHour());
    // The next slot to become free calls this again.
    if (free <= 0) return MAX_SLEEP_MS;
    // Messages being sent are among the first rows, as the table does not mark them; so more rows are read.
    const first = selectFirstDue().all({
      kind,
      webhook_id: webhookId,
      ordered: ordered ? 1 : 0,
      limit: this.#inFlight.size + free + 1,
    });
    const idle = first.filter((delivery) => !this.#inFlight.has(delivery.id));
    for (const delivery of idle.slice(0, free)) {
      const wait = Date.parse(delivery.next_attempt_at) - now;
      if (wait > 0) return wait;
      this.#inFlight.set(delivery.id, this.#attempt(delivery));
    }
    return MAX_SLEEP_MS;
  }

  #countLeftThisHour(): number {
    const { maxPerHour } = this.#queue;
    if (maxPerHour === undefined) return Number.POSITIVE_INFINITY;
    const hourAgo = performance.now() - HOUR;
    while (this.#startedAt[0] !== undefined && this.#startedAt[0] < hourAgo) this.#startedAt.shift();
    return maxPerHour - this.#startedAt.length;
  }

  async #attempt(delivery: DueDelivery): Promise<void> {
    if (this.#queue.maxPerHour !== undefined) this.#startedAt.push(performance.now());
    const attempt = await this.#sendWithinLimit(delivery);
    if (!this.#interrupt.signal.aborted) await this.#record(delivery, attempt);
    this.#inFlight.delete(delivery.id);
    this.#fillSlots();
  }

  async #sendWithinLimit(delivery: DueDelivery): Promise<Attempt> {
    const limit = AbortSignal.any([this.#interrupt.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
    const { promise: timeUp, resolve } = Promise.withResolvers<Attempt>();
    const giveUp = () => resolve({ outcome: 'failed', status: null, error: deliveryStrings.errors.timeout });
    limit.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([this.#queue.send(delivery, limit), timeUp]);
    } catch (error) {
      log.error({ event: 'delivery_threw', delivery: delivery.message_id, err: error });
      return { outcome: 'failed', status: null, error: deliveryStrings.errors.unexpected };
    } finally {
      limit.removeEventListener('abort', giveUp);
    }
  }

  /** If the outcome cannot be stored (database locked, disk full), the message keeps its slot and is not resent. */
  async #record(delivery: DueDelivery, attempt: Attempt): Promise<void> {
    if (attempt.outcome === 'failed' && attempt.busy) {
      const pause = Math.min(attempt.retryAfterMs ?? 0, MAX_PAUSE_MS);
      this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pause);
    }
    for (;;) {
      try {
        await recordAttempt(delivery, attempt, this.#queue.onOutcome);
        return;
      } catch (error) {
        log.error({ event: 'outbox_failed', delivery: delivery.message_id, err: error });
      }
      if (this.#stopped) return;
      await new Promise((resolve) => setTimeout(resolve, RECORD_RETRY_DELAY_MS));
    }
  }
}

/**
 * Whether a message was planned in the future: then the clock was set back. Names its index, as SQLite would otherwise
 * read every pending message, and the worker asks often.
 */
const selectPlannedAhead = query<[{ now: string }], { found: number }>(
  `SELECT 1 AS found FROM deliveries INDEXED BY deliveries_planned
   WHERE state = 'pending' AND planned_at > :now LIMIT 1`,
);

/** Keeps the waits of messages planned in the future, but counts them from now. */
const replanFromNow = query<[{ now: string; limit: number }]>(
  `UPDATE deliveries SET planned_at = :now,
     next_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', :now, format('+%.3f seconds',
       max(0, unixepoch(next_attempt_at, 'subsec') - unixepoch(planned_at, 'subsec'))))
   WHERE id IN (SELECT id FROM deliveries INDEXED BY deliveries_planned
                WHERE state = 'pending' AND planned_at > :now LIMIT :limit)`,
);

/** When the clock is set back, every wait would grow by that much. Returns whether waits were corrected. */
function undoClockSetBack(nowMs: number): boolean {
  const now = new Date(nowMs).toISOString();
  if (!selectPlannedAhead().get({ now })) return false;
  const { changes } = replanFromNow().run({ now, limit: ROWS_REPLANNED_PER_STEP });
  log.warn({ event: 'outbox_replanned', reason: 'the clock was set back', deliveries: changes });
  return true;
}
