import { inSharedTransaction } from '../database/group-commit';
import { log } from '../log';
import { type Attempt, type DueDelivery, type Outlet, TEST_EVENT } from './delivery';
import { letFirstThrough, updateOutcome } from './delivery-queries';
import { retryDestination, retryPending } from './log/bulk';
import { retryDelayMs } from './schedule';

const KEPT_ANSWER_CHARACTERS = 2000;
const KEPT_ERROR_CHARACTERS = 500;

/** Records an attempt's outcome and what follows: done, a retry, or failed for good. */
export async function recordAttempt(
  delivery: DueDelivery,
  attempt: Attempt,
  note?: Outlet['note'],
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
      letFirstThrough().run({ kind, webhook_id, lead_id });
    }
    note?.(attempt, now);
  });
  const entry = { delivery: delivery.message_id, kind: delivery.kind, status: attempt.status };
  if (failed) log.warn({ event: 'delivery_failed', ...entry, parked: state === 'failed' });
  else log.info({ event: 'delivery_sent', ...entry, ended_in: attempt.endedIn });
  if (!failed && delivery.event === TEST_EVENT) void resume(delivery);
}

/** A test that arrives shows the receiver works again: retry pending messages at once. */
async function resume({ kind, webhook_id }: DueDelivery): Promise<void> {
  try {
    await (kind === 'webhook' ? retryDestination(webhook_id) : retryPending(kind));
  } catch (error) {
    log.error({ event: 'outbox_failed', kind, err: error });
  }
}
