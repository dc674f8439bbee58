import { FAILING_DAYS } from '~/shared/webhooks/limits';
import { log } from '../log';
import { notifyOfPause } from '../notices/troubles/troubles';
import type { Attempt } from '../outbox/delivery';
import { onWake } from '../outbox/wake';
import { DeliveryWorker } from '../outbox/worker';
import { endGone, removeEnded } from './endings';
import { postToDestination } from './send';
import { noteFailure, noteSuccess, pauseFailing, selectDestinations } from './webhook-queries';

/** How soon a destination made or removed by another process is noticed. */
const LOOK_EVERY_MS = 2000;
const LANES = 4;
const DAY_MS = 24 * 3_600_000;

/** One worker per destination, so that a slow or dead one delays no other. */
export class DestinationWorkers {
  readonly #workers = new Map<number, DeliveryWorker>();
  /** Of removed destinations. */
  readonly #ending = new Set<Promise<unknown>>();
  #stopListening: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#stopListening = onWake(() => this.#look());
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    this.#look();
  }

  /** Like a worker's own `stop`, for all of them. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    clearInterval(this.#timer);
    const running = [...this.#workers.values()].map((worker) => worker.stop());
    await Promise.all([...running, ...this.#ending]);
  }

  #look(): void {
    try {
      const ids = new Set(
        selectDestinations()
          .all()
          .map(({ id }) => id),
      );
      for (const id of ids) if (!this.#workers.has(id)) this.#begin(id);
      for (const [id, worker] of this.#workers) if (!ids.has(id)) this.#end(id, worker);
    } catch (error) {
      log.error({ event: 'outbox_failed', kind: 'webhook', err: error });
    }
  }

  #begin(id: number): void {
    const note = (attempt: Attempt, nowMs: number) => noteOutcome(id, attempt, nowMs);
    const worker = new DeliveryWorker({
      kind: 'webhook',
      webhookId: id,
      send: postToDestination,
      lanes: LANES,
      note,
    });
    this.#workers.set(id, worker);
    worker.start();
  }

  #end(id: number, worker: DeliveryWorker): void {
    this.#workers.delete(id);
    const ending: Promise<unknown> = worker
      .stop()
      .then(removeEnded)
      .catch((error) => log.error({ event: 'outbox_failed', kind: 'webhook', err: error }))
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}

/**
 * After three days without success, or at once on 'gone', a destination pauses and administrators are notified; a
 * program's ends if gone.
 */
function noteOutcome(id: number, attempt: Attempt, nowMs: number): void {
  if (attempt.outcome === 'sent') {
    noteSuccess().run({ id });
    return;
  }
  const now = new Date(nowMs).toISOString();
  if (attempt.gone && endGone(id)) return;
  noteFailure().run({ id, now });
  const before = attempt.gone ? now : new Date(nowMs - FAILING_DAYS * DAY_MS).toISOString();
  const paused = pauseFailing().get({ id, now, before });
  if (!paused) return;
  notifyOfPause(paused.host);
  log.warn({ event: 'webhook_paused', webhook: id, host: paused.host });
}
