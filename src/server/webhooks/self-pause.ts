import { PAUSE_AFTER_DAYS } from '~/shared/webhooks/limits';
import { log } from '../log';
import { notifyOfPause } from '../notices/troubles/troubles';
import type { Attempt } from '../outbox/delivery';
import { endGone } from './removal';
import { pauseFailing, recordFailure, recordSuccess } from './webhook-queries';

const DAY_MS = 24 * 3_600_000;

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
