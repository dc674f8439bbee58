import { webhookStrings } from '~/shared/strings/webhooks';
import type { Webhook } from '~/shared/webhooks/webhook';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { wakeWorkers } from '../outbox/wake';
import { requireEditable } from './removal';
import { endRest, restAnsweredBy, selectAnsweredBy, selectDestination, updateVoucher } from './webhook-queries';
import { findWebhook } from './webhooks';

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

/** The hosts of the destinations that somebody answers for and that get what happens. */
export function listHostsOf(personId: string): string[] {
  return selectAnsweredBy()
    .all({ answered_by: personId })
    .map(({ host }) => host);
}

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
