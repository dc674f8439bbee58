import { deliveryStrings } from '~/shared/strings/deliveries';
import { log } from '../log';
import type { Attempt, DueDelivery, Outlet } from './delivery';
import { replanFromNow, selectFirstDue, selectPlannedAhead } from './delivery-queries';
import { recordAttempt } from './record';
import { onWake } from './wake';

const SECOND = 1000;
const HOUR_MS = 3600 * SECOND;

const STOP_PATIENCE_MS = 2 * SECOND;
/** The longest time for one try, whatever its sender waits for. */
const TRY_LIMIT_MS = 60 * SECOND;
/** The longest pause of all messages of a kind that one answer can cause. */
const LONGEST_PAUSE_MS = 5 * 60 * SECOND;
/** Also how soon the worker notices a changed clock, or a message of another process. */
const LONGEST_SLEEP_MS = 2 * SECOND;
const SHORTEST_SLEEP_MS = 20;
const RECORD_AGAIN_MS = SECOND;
const REPLANNED_AT_ONCE = 100;

/**
 * Sends the outbox's messages of one outlet: up to `lanes` at the same time, outside any transaction, and records each
 * result. A free lane takes the next message at once, so a receiver that hangs on one message delays no other. Each
 * kind, and each destination of webhooks, has its own worker: one that hangs delays no mail and no other.
 *
 * A message that is being sent is not marked in the database: only one process sends (process-lock.ts), and it keeps
 * the list in memory. If the process dies, the message is still pending, and the next process sends it again under the
 * same id.
 */
export class DeliveryWorker {
  readonly #outlet: Outlet;
  readonly #underWay = new Map<number, Promise<void>>();
  /** Aborts the running tries when the process must end. */
  readonly #interrupt = new AbortController();
  #stopListening: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** By the monotonic clock, which does not change when the system's clock is set. */
  #pausedUntil = 0;
  /** When the tries of the last hour began, by the same clock; kept only where an hour may have so many. */
  readonly #begun: number[] = [];
  #stopped = false;

  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  /** Starts, also with messages that an earlier process left. */
  start(): void {
    this.#stopListening = onWake((insist) => {
      if (insist) this.#pausedUntil = 0;
      this.#fillLanes();
    });
    this.#fillLanes();
  }

  /**
   * Starts no more tries and resolves when the running ones are recorded. Tries longer than two seconds are cut and not
   * recorded: the next process sends those messages again under the same id.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening?.();
    clearTimeout(this.#timer);
    const patience = setTimeout(() => this.#interrupt.abort(), STOP_PATIENCE_MS);
    await Promise.all(this.#underWay.values());
    clearTimeout(patience);
  }

  #fillLanes(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    let sleep = LONGEST_SLEEP_MS;
    try {
      sleep = this.#startDue();
    } catch (error) {
      log.error({ event: 'outbox_failed', kind: this.#outlet.kind, err: error });
    }
    this.#timer = setTimeout(
      () => this.#fillLanes(),
      Math.min(Math.max(sleep, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS),
    );
    this.#timer.unref();
  }

  /** Gives due messages to the free lanes. Returns the time until the next message is due. */
  #startDue(): number {
    const now = Date.now();
    if (undoClockSetBack(now)) return 0;
    const pause = this.#pausedUntil - performance.now();
    if (pause > 0) return pause;
    const { kind, webhookId = null, ordered = false, lanes } = this.#outlet;
    const free = Math.min(lanes - this.#underWay.size, this.#countLeftInHour());
    // The next lane that becomes free calls this again.
    if (free <= 0) return LONGEST_SLEEP_MS;
    // Messages that are being sent are among the first rows, because the table does not mark them. So more rows are
    // read.
    const first = selectFirstDue().all({
      kind,
      webhook_id: webhookId,
      ordered: ordered ? 1 : 0,
      limit: this.#underWay.size + free + 1,
    });
    const idle = first.filter((delivery) => !this.#underWay.has(delivery.id));
    for (const delivery of idle.slice(0, free)) {
      const wait = Date.parse(delivery.next_attempt_at) - now;
      if (wait > 0) return wait;
      this.#underWay.set(delivery.id, this.#try(delivery));
    }
    return LONGEST_SLEEP_MS;
  }

  #countLeftInHour(): number {
    const { mostInHour } = this.#outlet;
    if (mostInHour === undefined) return Number.POSITIVE_INFINITY;
    const hourAgo = performance.now() - HOUR_MS;
    while (this.#begun[0] !== undefined && this.#begun[0] < hourAgo) this.#begun.shift();
    return mostInHour - this.#begun.length;
  }

  async #try(delivery: DueDelivery): Promise<void> {
    if (this.#outlet.mostInHour !== undefined) this.#begun.push(performance.now());
    const attempt = await this.#sendWithinLimit(delivery);
    if (!this.#interrupt.signal.aborted) await this.#record(delivery, attempt);
    this.#underWay.delete(delivery.id);
    this.#fillLanes();
  }

  async #sendWithinLimit(delivery: DueDelivery): Promise<Attempt> {
    const limit = AbortSignal.any([this.#interrupt.signal, AbortSignal.timeout(TRY_LIMIT_MS)]);
    const { promise: timeUp, resolve } = Promise.withResolvers<Attempt>();
    const giveUp = () => resolve({ outcome: 'failed', status: null, error: deliveryStrings.errors.timeout });
    limit.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([this.#outlet.send(delivery, limit), timeUp]);
    } catch (error) {
      log.error({ event: 'delivery_threw', delivery: delivery.message_id, err: error });
      return { outcome: 'failed', status: null, error: deliveryStrings.errors.unexpected };
    } finally {
      limit.removeEventListener('abort', giveUp);
    }
  }

  /**
   * If the database cannot store the result (locked, disk full), the message keeps its lane, so that it is not sent
   * again.
   */
  async #record(delivery: DueDelivery, attempt: Attempt): Promise<void> {
    if (attempt.outcome === 'failed' && attempt.busy) {
      const pause = Math.min(attempt.retryAfterMs ?? 0, LONGEST_PAUSE_MS);
      this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pause);
    }
    for (;;) {
      try {
        await recordAttempt(delivery, attempt, this.#outlet.note);
        return;
      } catch (error) {
        log.error({ event: 'outbox_failed', delivery: delivery.message_id, err: error });
      }
      if (this.#stopped) return;
      await new Promise((resolve) => setTimeout(resolve, RECORD_AGAIN_MS));
    }
  }
}

/** After the clock was set back, all waits would be longer by that time. Returns whether a wait was corrected. */
function undoClockSetBack(nowMs: number): boolean {
  const now = new Date(nowMs).toISOString();
  if (!selectPlannedAhead().get({ now })) return false;
  const { changes } = replanFromNow().run({ now, limit: REPLANNED_AT_ONCE });
  log.warn({ event: 'outbox_replanned', reason: 'the clock was set back', deliveries: changes });
  return true;
}
