import { deliveryStrings } from '~/shared/strings/deliveries';
import { webhookStrings } from '~/shared/strings/webhooks';
import { PAUSE_AFTER_DAYS } from '~/shared/webhooks/limits';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { getSettings } from '../env';
import { log } from '../log';
import { fetchOperatorUrl, fetchUserUrl } from '../net/fetch';
import { notifyOfPause } from '../notices/troubles/troubles';
import type { Attempt, DueDelivery } from '../outbox/delivery';
import { DeliveryWorker } from '../outbox/delivery-worker';
import { onWake } from '../outbox/enqueue';
import { dueBounds } from '../process/stored-moments';
import { type DestinationRow, resumeWebhook, selectDestination, selectDestinations } from './destinations';
import { postWebhook, type Target } from './post-webhook';
import { endGone, removeEnded } from './removal';
import { openHeader, readSecrets } from './secrets';
import { readSettingsHeader, syncSettingsDestination } from './settings-destination';

/** How soon a destination made or removed by another process is noticed. */
const POLL_INTERVAL_MS = 2000;
const CONCURRENCY = 8;
/** A clock that is adjusted a little sets nothing back. */
const CLOCK_SKEW_MS = 60_000;

const DAY_MS = 24 * 3_600_000;

const recordSuccess = query<[{ id: number }]>(
  'UPDATE webhooks SET failing_since = NULL WHERE id = :id AND failing_since IS NOT NULL',
);

const recordFailure = query<[{ id: number; now: string }]>(
  'UPDATE webhooks SET failing_since = :now WHERE id = :id AND (failing_since IS NULL OR failing_since > :now)',
);

/** The settings' destination is its operator's: it goes on trying. */
const pauseFailing = query<[{ id: number; now: string; before: string }], { host: string }>(
  `UPDATE webhooks SET pause = 'failing', paused_at = :now
   WHERE id = :id AND from_settings = 0 AND paused_at IS NULL AND removed_at IS NULL AND failing_since <= :before
   RETURNING host`,
);

/** Pauses a destination, with a notice, after three days without success or on 'gone'; a program's ends if gone. */
function recordOutcome(id: number, attempt: Attempt, nowMs: number): void {
  if (attempt.outcome === 'sent') {
    recordSuccess().run({ id });
    return;
  }
  const now = new Date(nowMs).toISOString();
  if (attempt.gone && endGone(id)) return;
  recordFailure().run({ id, now });
  const before = attempt.gone ? now : new Date(nowMs - PAUSE_AFTER_DAYS * DAY_MS).toISOString();
  const paused = pauseFailing().get({ id, now, before });
  if (!paused) return;
  notifyOfPause(paused.host);
  log.warn({ event: 'webhook_paused', webhook: id, host: paused.host });
}

/** One worker per destination, so that a slow or dead one delays no other. */
export class DestinationWorkers {
  readonly #workers = new Map<number, DeliveryWorker>();
  /** Of removed destinations. */
  readonly #ending = new Set<Promise<unknown>>();
  #stopListening: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    // Until now a process of a former version may have sent.
    syncSettingsDestination().catch((error) => log.error({ event: 'outbox_failed', kind: 'webhook', err: error }));
    this.#stopListening = onWake(() => this.#look());
    this.#timer = setInterval(() => this.#look(), POLL_INTERVAL_MS).unref();
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
      resumePausedAhead();
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
    const worker = new DeliveryWorker({
      kind: 'webhook',
      webhookId: id,
      send: postToDestination,
      concurrency: CONCURRENCY,
      onOutcome: (attempt, nowMs) => recordOutcome(id, attempt, nowMs),
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

/** Those that paused themselves later than `latest`: the clock was ahead. */
const selectPausedAhead = query<[{ latest: string }], { id: number }>(
  "SELECT id FROM webhooks WHERE pause = 'failing' AND paused_at > :latest AND removed_at IS NULL",
);

/** A clock that jumps ahead lets three days without success pass in a moment. Once it is back, they have not passed. */
function resumePausedAhead(): void {
  const { now, latest } = dueBounds(CLOCK_SKEW_MS, Date.now());
  for (const { id } of selectPausedAhead().all({ latest })) {
    resumeWebhook().run({ id, now });
    log.warn({ event: 'webhook_resumed', webhook: id, reason: 'the clock was set back' });
  }
}

const { errors } = webhookStrings;
const KEY_RETRY_DELAY_MS = 60_000;

/** Posts a message to its destination's current address. Never throws. */
async function postToDestination(delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  try {
    const row = delivery.webhook_id === null ? undefined : selectDestination().get({ id: delivery.webhook_id });
    if (!row) return { outcome: 'failed', status: null, error: errors.removed, gone: true };
    const target = toTarget(row);
    if (!target) return { outcome: 'failed', status: null, error: errors.unreadable };
    return await postWebhook(target, delivery, interrupt);
  } catch (error) {
    // The key file is missing, which is logged elsewhere.
    const text = error instanceof AppError ? error.message : deliveryStrings.errors.unexpected;
    return { outcome: 'failed', status: null, error: text, retryInMs: KEY_RETRY_DELAY_MS };
  }
}

/** Null if its secrets or header cannot be opened: without them a message would be refused, or not trusted. */
function toTarget({ id, url, header_name, header_box, from_settings }: DestinationRow): Target | null {
  if (from_settings) return settingsTarget();
  const secrets = readSecrets(id);
  const value = header_box && openHeader(id, header_box);
  if (secrets.length === 0 || (header_box && value === null)) return null;
  const header = header_name && value ? { name: header_name, value } : null;
  return { url: new URL(url), secrets, header, confirms: false, fetch: fetchUserUrl };
}

function settingsTarget(): Target | null {
  const { LEAD_WEBHOOK_URL, LEAD_WEBHOOK_SECRET, LEAD_WEBHOOK_CONFIRMS } = getSettings();
  return LEAD_WEBHOOK_URL
    ? {
        url: new URL(LEAD_WEBHOOK_URL),
        secrets: LEAD_WEBHOOK_SECRET,
        header: readSettingsHeader(),
        confirms: LEAD_WEBHOOK_CONFIRMS,
        fetch: fetchOperatorUrl,
      }
    : null;
}
