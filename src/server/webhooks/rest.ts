import { webhookStrings } from '~/shared/strings/webhooks';
import type { Webhook } from '~/shared/webhooks/webhook';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { wakeWorkers } from '../outbox/enqueue';
import { selectDestination, updateVoucher } from './destinations';
import { requireEditable } from './removal';
import { findWebhook } from './webhooks';

type Answered = { answered_by: string; since: string; now: string };

/** Those that somebody made, changed or confirmed last, and since then; one that is resting stays as it is. */
const restAnsweredBy = query<[Answered], { host: string }>(
  `UPDATE webhooks SET rests_since = :now
   WHERE coalesce(vouched_by, made_by) = :answered_by AND coalesce(vouched_at, created_at) >= :since
     AND removed_at IS NULL AND rests_since IS NULL RETURNING host`,
);

/**
 * Lets the destinations rest that somebody made or changed since then and nobody confirmed, in the caller's
 * transaction: what is meant for them waits as in a pause. Returns their hosts.
 */
export function restWebhooksOf(person: { id: string; email: string }, since: string, actor: Actor | null): string[] {
  const resting = restAnsweredBy().all({ answered_by: person.id, since, now: new Date().toISOString() });
  const hosts = resting.map(({ host }) => host);
  for (const host of hosts) recordAudit({ type: 'webhook_rested', actor, subject: person, to: host });
  return hosts;
}

const selectAnsweredBy = query<[{ answered_by: string }], { host: string }>(
  `SELECT host FROM webhooks
   WHERE coalesce(vouched_by, made_by) = :answered_by AND removed_at IS NULL AND rests_since IS NULL ORDER BY id`,
);

/** The hosts of the destinations that somebody answers for and that get what happens. */
export function listHostsOf(personId: string): string[] {
  return selectAnsweredBy()
    .all({ answered_by: personId })
    .map(({ host }) => host);
}

/** What waited in its rest counts from now. */
const endRest = query<[{ id: number; now: string }]>(
  'UPDATE webhooks SET rests_since = NULL, active_since = :now WHERE id = :id AND rests_since IS NOT NULL',
);

/**
 * Ends a destination's rest: what waited is sent, and whoever confirms it answers for it from then on.
 * @throws {AppError} `not_found`; `conflict` while the token that made it rests.
 */
export function confirmWebhook(id: number, actor: Actor): Promise<Webhook> {
  return inSharedTransaction(() => {
    const row = requireFound(selectDestination().get({ id }));
    requireEditable(row);
    const { host } = row;
    const now = new Date().toISOString();
    if (endRest().run({ id, now }).changes > 0) {
      updateVoucher().run({ id, by: actor.id, now });
      recordAudit({ type: 'webhook_confirmed', actor, to: host });
    }
    const webhook = findWebhook(id);
    if (webhook.rests_since !== null) throw new AppError('conflict', { message: webhookStrings.errors.restsWithToken });
    wakeWorkers();
    return webhook;
  });
}
