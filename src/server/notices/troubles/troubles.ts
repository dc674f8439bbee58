import { existsSync } from 'node:fs';
import { TROUBLES, type Trouble } from '~/shared/notices/settings';
import { newestBackup } from '../../../../db/backups/rotation';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { getSettings } from '../../env';
import { log } from '../../log';
import { countKind, oldestWaitSeconds } from '../../outbox/lines';
import { scheduleState } from '../../process/backup-schedule';
import { isClockDoubted } from '../../process/clock-guard';
import { isDatabaseShortOfSpace, isShortOfSpace } from '../../process/free-space';
import { hasPausedByItself } from '../../webhooks/destinations';
import { isFailing } from '../../whatsapp/connection';
import { notify } from '../notify';
import { listAdmins } from '../recipients';

const HOUR_MS = 3_600_000;
/** A message that has waited this long has failed several times. */
const MAX_WAIT_S = 10 * 60;

const CHECKS: Record<Trouble, () => boolean> = {
  webhooks: () => isStuck('webhook'),
  destinations: hasPausedByItself,
  whatsapp: isFailing,
  mails: () => isStuck('mail'),
  // Only refusals: late messages are no trouble, and unneeded ones are not kept.
  push: () => countKind('push', 'failed') > 0,
  disk: isDiskFull,
  backups: isBackupMissing,
  clock: isClockDoubted,
};

/** What is wrong now, as far as this process can see. What cannot be checked is logged, and not among them. */
export function findTroubles(): Trouble[] {
  return TROUBLES.filter((trouble) => {
    try {
      return CHECKS[trouble]();
    } catch (error) {
      log.error({ event: 'trouble_unread', trouble, err: error });
      return false;
    }
  });
}

function isStuck(kind: 'webhook' | 'mail'): boolean {
  return countKind(kind, 'failed') > 0 || oldestWaitSeconds(kind) > MAX_WAIT_S;
}

function isDiskFull(): boolean {
  const { BACKUP_DIR } = getSettings();
  return isDatabaseShortOfSpace() || (existsSync(BACKUP_DIR) && isShortOfSpace(BACKUP_DIR));
}

function isBackupMissing(): boolean {
  const { DATABASE_PATH, BACKUP_DIR, BACKUP_EVERY_HOURS } = getSettings();
  if (BACKUP_EVERY_HOURS === 0) return false;
  if (scheduleState().backupFailed) return true;
  const last = newestBackup(DATABASE_PATH, BACKUP_DIR);
  const told = selectNotified().get({ kind: 'backups' });
  // A trouble ends with a backup. A restart only forgets that the last one failed.
  if (told && !(last && last.madeAt.toISOString() > told.since)) return true;
  // Twice the period, because the one due may be in progress.
  return last !== undefined && Date.now() - last.madeAt.getTime() > (2 * BACKUP_EVERY_HOURS + 1) * HOUR_MS;
}

/** Notifies administrators once when something breaks, and once when it recovers: each trouble whatever befalls the others. */
export async function notifyOfTroubles(): Promise<void> {
  for (const trouble of TROUBLES)
    try {
      const isPresent = CHECKS[trouble]();
      if (isPresent !== isNotified(trouble)) await inSharedTransaction(() => notifyOfChange(trouble, isPresent));
    } catch (error) {
      log.error({ event: 'trouble_not_told', trouble, err: error });
    }
}

export const selectNotified = query<[{ kind: Trouble }], { since: string }>(
  'SELECT since FROM notice_troubles WHERE kind = :kind',
);

const isNotified = (kind: Trouble) => selectNotified().get({ kind }) !== undefined;

export const insertNotified = query<[{ kind: Trouble; since: string }]>(
  'INSERT INTO notice_troubles (kind, since) VALUES (:kind, :since) ON CONFLICT DO NOTHING',
);

const deleteNotified = query<[{ kind: Trouble }]>('DELETE FROM notice_troubles WHERE kind = :kind');

function notifyOfChange(trouble: Trouble, isPresent: boolean): void {
  const admins = listAdmins();
  // Without an administrator nobody was notified: retry later.
  if (admins.length === 0 || isPresent === isNotified(trouble)) return;
  notify(admins, { kind: 'trouble', trouble, isOver: !isPresent });
  if (isPresent) insertNotified().run({ kind: trouble, since: new Date().toISOString() });
  else deleteNotified().run({ kind: trouble });
}

/**
 * Notifies administrators that a destination paused by itself, in the transaction that pauses it. Each pause is
 * announced, but only the end of the last one (`notifyOfTroubles`).
 */
export function notifyOfPause(host: string): void {
  notify(listAdmins(), { kind: 'trouble', trouble: 'destinations', isOver: false, about: host });
  insertNotified().run({ kind: 'destinations', since: new Date().toISOString() });
}

/** Notifies administrators of unusual reading by the program `token`, in the transaction that records it. */
export function notifyOfHeavyReading(token: string): void {
  notify(listAdmins(), { kind: 'heavy_reading', token });
}

/** Notifies administrators that half a day's messages from a template were written, in the transaction of the last. */
export function notifyOfTemplateSpending(sent: number, ceiling: number): void {
  notify(listAdmins(), { kind: 'template_spending', sent, ceiling });
}
