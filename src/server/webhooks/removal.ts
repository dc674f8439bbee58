import { webhookStrings } from '~/shared/strings/webhooks';
import { PAUSED_KEPT_DAYS } from '~/shared/webhooks/limits';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { wakeWorkers } from '../outbox/enqueue';
import { discardUndelivered } from '../outbox/lines';
import { DESTINATION, type DestinationRow, ENDED, RESTS, selectDestination } from './destinations';
import { removeExpiredSecrets } from './secrets';

const DAY_MS = 24 * 3_600_000;
/** Later than any moment. */
const FOREVER = '9999';

/** Whether this program made it. */
export function isOwn({ by_program, maker_id }: Pick<DestinationRow, 'by_program' | 'maker_id'>, actor: Actor) {
  return by_program === 1 && maker_id === actor.id;
}

/**
 * Removes a destination with its backlog. Sent messages stay in the log.
 * @throws {AppError} `not_found`, with `ownOnly` also for one that somebody else made.
 */
export async function removeWebhook(id: number, actor: Actor, ownOnly: boolean): Promise<void> {
  await inSharedTransaction(() => {
    const row = selectDestination().get({ id });
    if (!row || (ownOnly && !isOwn(row, actor))) throw new AppError('not_found');
    requireEditable(row);
    end(row, actor);
  });
  wakeWorkers();
  await finishRemoval(id);
}

/** @throws {AppError} `conflict` for the settings' destination, which only its operator changes. */
export function requireEditable({ from_settings }: Pick<DestinationRow, 'from_settings'>): void {
  if (from_settings) throw new AppError('conflict', { message: webhookStrings.errors.fromSettings });
}

/** Erases its secrets at once. */
const beginRemoval = query<[{ id: number; now: string }]>(
  `UPDATE webhooks SET removed_at = :now, url = '', header_name = NULL, header_box = NULL WHERE id = :id`,
);

const deleteSecrets = query<[{ webhook_id: number }]>('DELETE FROM webhook_secrets WHERE webhook_id = :webhook_id');

/** Ends a destination at once, in the caller's transaction; its worker or housekeeping removes the backlog. */
function end({ id, host }: DestinationRow, actor: Actor | null): void {
  beginRemoval().run({ id, now: new Date().toISOString() });
  deleteSecrets().run({ webhook_id: id });
  recordAudit({ type: 'webhook_removed', actor, to: host });
}

const selectMadeBy = query<[{ maker_id: string }], DestinationRow>(
  `${DESTINATION} AND webhooks.made_by = :maker_id ORDER BY webhooks.id`,
);

/** Ends a token's destinations, in the transaction that revokes it. */
export function endWebhooksOf(tokenId: string, actor: Actor | null): void {
  for (const row of selectMadeBy().all({ maker_id: tokenId })) end(row, actor);
  wakeWorkers();
}

/** Ends a program's destination that answers 410, in the caller's transaction. Returns false for one a person made. */
export function endGone(id: number): boolean {
  const row = selectDestination().get({ id });
  if (row?.by_program !== 1) return false;
  end(row, null);
  wakeWorkers();
  return true;
}

const deleteWebhook = query<[{ id: number }]>('DELETE FROM webhooks WHERE id = :id AND removed_at IS NOT NULL');

async function finishRemoval(id: number): Promise<number> {
  const removed = await discardUndelivered({ kind: 'webhook', webhook_id: id }, ['failed', 'pending'], FOREVER);
  await inSharedTransaction(() => deleteWebhook().run({ id }));
  return removed;
}

const selectEnded = query<[], DestinationRow>(`${DESTINATION} AND ${ENDED} ORDER BY webhooks.id`);

/** Paused or resting. */
const selectPaused = query<[], { id: number }>(
  `SELECT id FROM webhooks WHERE paused_at IS NOT NULL OR ${RESTS} ORDER BY id`,
);

/**
 * Removes expired secrets, the stale backlog of paused destinations, destinations of expired tokens, and the rest of
 * interrupted removals. Returns how many rows.
 */
export async function removeWebhookLeftovers(): Promise<number> {
  let removed = await removeExpiredSecrets();
  const before = new Date(Date.now() - PAUSED_KEPT_DAYS * DAY_MS).toISOString();
  for (const { id } of selectPaused().all())
    removed += await discardUndelivered({ kind: 'webhook', webhook_id: id }, ['pending'], before);
  await inSharedTransaction(() => {
    for (const row of selectEnded().all()) end(row, null);
  });
  return removed + (await removeEnded());
}

const selectBeingRemoved = query<[], { id: number }>(
  'SELECT id FROM webhooks WHERE removed_at IS NOT NULL ORDER BY id',
);

/** Removes ended destinations with their backlog. Returns how many rows. */
export async function removeEnded(): Promise<number> {
  let removed = 0;
  for (const { id } of selectBeingRemoved().all()) removed += await finishRemoval(id);
  return removed;
}
