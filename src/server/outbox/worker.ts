import { log } from '../log';
import type { Attempt, DeliveryKind, DueDelivery, Sender } from './delivery';
import { selectDueDeliveries, selectNextAttempt, updateOutcome } from './delivery-queries';
import { announceOutcome } from './first-outcome';
import { onWake } from './wake';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Standard Webhooks' schedule: how long after a failed try the next one comes. After the last it is parked. */
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
const LONGEST_WAIT_MS = 24 * HOUR;
const AT_ONCE = 8;
const STOP_PATIENCE_MS = 2 * SECOND;
/** A longer sleep than this would outlast a clock that jumps, and setTimeout's own limit. */
const LONGEST_SLEEP_MS = MINUTE;

/**
 * The outbox's worker for one kind of delivery: sends what is due, outside any transaction, and records how each try
 * ended. Each kind has its own, so that a workflow that hangs keeps no mail waiting.
 */
export class DeliveryWorker {
  readonly #kind: DeliveryKind;
  readonly #send: Sender;
  #stopListening: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #stopped = false;
  /** Fires when the process must end and a receiver still hangs. */
  readonly #interrupt = new AbortController();

  constructor(kind: DeliveryKind, send: Sender) {
    this.#kind = kind;
    this.#send = send;
  }

  /** Begins at once with what an earlier process left behind. */
  start(): void {
    this.#stopListening = onWake(() => this.#run());
    this.#run();
  }

  /**
   * Starts nothing new; resolves when the tries that are under way are recorded. Those that take longer than two
   * seconds are cut off unrecorded: the next start sends them again under the same id.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening?.();
    clearTimeout(this.#timer);
    const patience = setTimeout(() => this.#interrupt.abort(), STOP_PATIENCE_MS);
    await this.#round;
    clearTimeout(patience);
  }

  #run(): void {
    if (this.#stopped || this.#round) return;
    clearTimeout(this.#timer);
    this.#round = this.#sendAllDue()
      .catch((error) => log.error({ event: 'outbox_failed', err: error }))
      .finally(() => {
        this.#round = undefined;
        this.#sleep();
      });
  }

  #sleep(): void {
    if (this.#stopped) return;
    let wait = LONGEST_SLEEP_MS;
    try {
      const next = selectNextAttempt().get({ kind: this.#kind })?.next_attempt_at;
      if (next) wait = Math.min(Math.max(Date.parse(next) - Date.now(), 0), LONGEST_SLEEP_MS);
    } catch (error) {
      log.error({ event: 'outbox_failed', err: error });
    }
    // Never at once: a message that waits for an earlier one is due without being ready.
    this.#timer = setTimeout(() => this.#run(), Math.max(wait, 200));
    this.#timer.unref();
  }

  async #sendAllDue(): Promise<void> {
    while (!this.#stopped) {
      const due = selectDueDeliveries().all({
        kind: this.#kind,
        now: new Date().toISOString(),
        limit: AT_ONCE,
      });
      if (due.length === 0) return;
      await Promise.all(due.map((delivery) => this.#try(delivery)));
    }
  }

  async #try(delivery: DueDelivery): Promise<void> {
    const attempt = await this.#send(delivery, this.#interrupt.signal);
    if (!this.#interrupt.signal.aborted) record(delivery, attempt);
  }
}

function record(delivery: DueDelivery, attempt: Attempt): void {
  const now = Date.now();
  if (attempt.outcome === 'sent') {
    save('sent', now, attempt.status, attempt.note ?? null);
    announceOutcome(delivery.message_id, true);
    log.info({ event: 'delivery_sent', delivery: delivery.message_id, status: attempt.status });
    return;
  }
  const delay = RETRY_DELAYS_MS[delivery.attempts];
  const parked = delay === undefined || attempt.gone === true;
  const jittered = (delay ?? 0) * (1 + JITTER * (2 * Math.random() - 1));
  const wait = Math.min(Math.max(jittered, attempt.retryAfterMs ?? 0), LONGEST_WAIT_MS * (1 + JITTER));
  save(parked ? 'failed' : 'pending', now + wait, attempt.status, attempt.error);
  announceOutcome(delivery.message_id, false);
  log.warn({ event: 'delivery_failed', delivery: delivery.message_id, status: attempt.status, parked });

  function save(
    state: 'pending' | 'sent' | 'failed',
    nextAt: number,
    status: number | null,
    error: string | null,
  ) {
    updateOutcome().run({
      id: delivery.id,
      state,
      next_attempt_at: new Date(nextAt).toISOString(),
      last_status: status,
      last_error: error?.slice(0, 4096) ?? null,
      finished_at: state === 'pending' ? null : new Date(now).toISOString(),
    });
  }
}
