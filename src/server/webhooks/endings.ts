import { PAUSED_KEPT_DAYS } from '~/shared/webhooks/webhook';
import { AppError } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { discardUnsent, discardWaiting } from '../outbox/log/bulk';
import { wakeWorkers } from '../outbox/wake';
import { removeExpiredSecrets } from './secrets';
import {
  beginRemoval,
  type DestinationRow,
  deleteSecrets,
  deleteWebhook,
  selectBeingRemoved,
  selectDestination,
  selectEnded,
  selectMadeBy,
  selectPaused,
} from './webhook-queries';

const DAY_MS = 24 * 3_600_000;

/** Whether this program made it. */
export function isOwn(
  { by_program, maker_id }: Pick<DestinationRow, 'by_program' | 'maker_id'>,
  actor: Actor,
) {
  return by_program === 1 && maker_id === actor.id;
}

/**
 * Removes a destination with everything that waits for it. What it got stays in the log.
 * @throws {AppError} `not_found`, with `ownOnly` also for one that somebody else made.
 */
export async function removeWebhook(id: number, actor: Actor, ownOnly: boolean): Promise<void> {
  await inSharedTransaction(() => {
    const row = selectDestination().get({ id });
    if (!row || (ownOnly && !isOwn(row, actor))) throw new AppError('not_found');
    end(row, actor);
  });
  wakeWorkers();
  await finishRemoval(id);
}

/** In the caller's transaction. From then on it is sent nothing; its worker, or housekeeping, removes what waits (`removeEnded`). */
function end({ id, host }: DestinationRow, actor: Actor | null): void {
  beginRemoval().run({ id, now: new Date().toISOString() });
  deleteSecrets().run({ webhook_id: id });
  recordAudit({ type: 'webhook_removed', actor, to: host });
}

/** Ends the destinations that a token made, in the transaction that revokes it. */
export function endWebhooksOf(tokenId: string, actor: Actor): void {
  for (const row of selectMadeBy().all({ maker_id: tokenId })) end(row, actor);
  wakeWorkers();
}

/**
 * Ends a destination that a token made and that says that it is gone, as Zapier's do; in the caller's transaction. False if a
 * person made it.
 */
export function endGone(id: number): boolean {
  const row = selectDestination().get({ id });
  if (row?.by_program !== 1) return false;
  end(row, null);
  wakeWorkers();
  return true;
}

async function finishRemoval(id: number): Promise<number> {
  const removed = await discardUnsent(id);
  await inSharedTransaction(() => deleteWebhook().run({ id }));
  return removed;
}

/**
 * Removes former secrets, what has waited too long for a paused destination, the destinations of tokens that have expired, and what
 * an interrupted removal has left. Returns how many rows.
 */
export async function removeWebhookLeftovers(now = Date.now()): Promise<number> {
  let removed = await removeExpiredSecrets();
  const before = new Date(now - PAUSED_KEPT_DAYS * DAY_MS).toISOString();
  for (const { id } of selectPaused().all()) removed += await discardWaiting(id, before);
  await inSharedTransaction(() => {
    for (const row of selectEnded().all()) end(row, null);
  });
  return removed + (await removeEnded());
}

/** Removes destinations that have ended, with what waits for them; returns how many rows. */
export async function removeEnded(): Promise<number> {
  let removed = 0;
  for (const { id } of selectBeingRemoved().all()) removed += await finishRemoval(id);
  return removed;
}
