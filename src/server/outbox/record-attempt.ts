import { cleanLine, cleanLines } from '~/shared/clean-text';
import type { DeliveryState, EndReason } from '~/shared/deliveries/delivery';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { log } from '../log';
import { type Attempt, type DeliveryQueue, type DueDelivery, TEST_EVENT } from './delivery';
import { releaseNext, retryInBackground } from './lines';
import { retryDelayMs } from './retry-schedule';
import { outcomes } from './wake';

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
export async function recordAttempt(
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
  await inSharedTransaction(() => {
    updateOutcome().run({
      id: delivery.id,
      state,
      now: new Date(now).toISOString(),
      next_attempt_at: new Date(now + (wait ?? 0)).toISOString(),
      last_status: attempt.status,
      ended_in: failed ? null : (attempt.endedIn ?? null),
      last_error: cleanLine(attempt.error ?? '').slice(0, MAX_ERROR_LENGTH) || null,
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
  if (failed) log.warn({ event: 'delivery_failed', ...entry, parked: state === 'failed' });
  else log.info({ event: 'delivery_sent', ...entry, ended_in: attempt.endedIn });
  // A test that arrives shows that the receiver works again.
  const { kind, webhook_id } = delivery;
  if (!failed && delivery.event === TEST_EVENT) retryInBackground({ kind, webhook_id });
}
