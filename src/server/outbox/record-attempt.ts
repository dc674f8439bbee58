import { inSharedTransaction } from '../database/group-commit';
import { log } from '../log';
import { type Attempt, type DueDelivery, type Outlet, TEST_EVENT } from './delivery';
import { releaseNext, updateOutcome } from './delivery-queries';
import { retrySoon } from './log/bulk';

const KEPT_ANSWER_CHARACTERS = 2000;
const KEPT_ERROR_CHARACTERS = 500;

/** Records an attempt's outcome and what follows: done, a retry, or failed for good. */
export async function recordAttempt(
  delivery: DueDelivery,
  attempt: Attempt,
  onOutcome?: Outlet['onOutcome'],
): Promise<void> {
  const now = Date.now();
  const failed = attempt.outcome === 'failed';
  const wait =
    failed && !attempt.gone
      ? (attempt.retryInMs ?? retryDelayMs(delivery.attempts + 1, attempt.retryAfterMs))
      : undefined;
  const state = !failed ? 'sent' : wait === undefined ? 'failed' : 'pending';
  await inSharedTransaction(() => {
    updateOutcome().run({
      id: delivery.id,
      state,
      now: new Date(now).toISOString(),
      next_attempt_at: new Date(now + (wait ?? 0)).toISOString(),
      last_status: attempt.status,
      ended_in: failed ? null : (attempt.endedIn ?? null),
      last_error: attempt.error?.slice(0, KEPT_ERROR_CHARACTERS) ?? null,
      last_answer: attempt.answer?.slice(0, KEPT_ANSWER_CHARACTERS) || null,
    });
    if (state !== 'pending' && delivery.lead_id !== null) {
      const { kind, webhook_id, lead_id } = delivery;
      releaseNext().run({ kind, webhook_id, lead_id });
    }
    onOutcome?.(attempt, now);
  });
  const entry = { delivery: delivery.message_id, kind: delivery.kind, status: attempt.status };
  if (failed) log.warn({ event: 'delivery_failed', ...entry, parked: state === 'failed' });
  else log.info({ event: 'delivery_sent', ...entry, ended_in: attempt.endedIn });
  // A test that arrives shows that the receiver works again.
  const { kind, webhook_id } = delivery;
  if (!failed && delivery.event === TEST_EVENT) retrySoon(kind, kind === 'webhook' ? webhook_id : undefined);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The wait after each failed attempt, as Standard Webhooks suggests. After the last, the message has failed for good.
 */
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
const LONGEST_REQUESTED_WAIT_MS = 24 * HOUR;

/**
 * The wait after the `failures`th failed attempt: the schedule with 20 % jitter, but at least what the receiver asks
 * for (up to a day). Undefined when no attempt is left.
 */
export function retryDelayMs(failures: number, requestedMs = 0, random = Math.random()): number | undefined {
  const planned = RETRY_DELAYS_MS[failures - 1];
  if (planned === undefined) return undefined;
  const jittered = planned * (1 + JITTER * (2 * random - 1));
  return Math.max(jittered, Math.min(requestedMs, LONGEST_REQUESTED_WAIT_MS));
}
