import { PAUSE_AFTER_DAYS } from '~/shared/webhooks/limits';
import { query } from '../database/connection';
import { log } from '../log';
import { notifyOfPause } from '../notices/troubles/troubles';
import type { Attempt } from '../outbox/delivery';
import { endGone } from './removal';

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
export function recordOutcome(id: number, attempt: Attempt, nowMs: number): void {
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
