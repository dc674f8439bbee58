import { type ChildProcess, spawn } from 'node:child_process';
import { listBackups } from '../../db/backups/rotation';
import { getSettings } from './env';
import { log } from './log';

const HOUR_MS = 3_600_000;
/** How often it is looked whether a backup is due; a clock that jumps is noticed within this. */
const LOOK_EVERY_MS = 5 * 60_000;
/** A backup that failed, for want of room perhaps, is not tried again sooner. */
const PAUSE_AFTER_FAILURE_MS = HOUR_MS;

/**
 * Makes a backup whenever the newest is older than BACKUP_EVERY_HOURS. The operator's own command does it, in a process
 * of its own: checking the copy would keep requests waiting. Returns how to stop.
 */
export function startBackupSchedule(crmProgram: string): () => void {
  const { DATABASE_PATH, BACKUP_DIR, BACKUP_EVERY_HOURS } = getSettings();
  if (BACKUP_EVERY_HOURS === 0) return () => {};
  const period = BACKUP_EVERY_HOURS * HOUR_MS;
  const startedAt = Date.now();
  let running: ChildProcess | undefined;
  let pausedUntil = 0;

  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, period / 4));
  timer.unref();
  return () => {
    clearInterval(timer);
    running?.kill();
  };

  function look(): void {
    if (running || performance.now() < pausedUntil) return;
    try {
      const last = listBackups(DATABASE_PATH, BACKUP_DIR)[0]?.madeAt.getTime() ?? startedAt;
      // A newest backup that lies in the future says that the clock was wrong, then or now.
      if (Math.abs(Date.now() - last) < period) return;
    } catch (error) {
      finish((error as Error).message);
      return;
    }
    running = spawn(process.execPath, [crmProgram, 'backup'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    running.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    running.once('error', (error) => finish(error.message));
    running.once('close', (code) => finish(code === 0 ? null : complaint.trim()));
  }

  function finish(failure: string | null): void {
    running = undefined;
    if (failure === null) {
      log.info({ event: 'backed_up', path: listBackups(DATABASE_PATH, BACKUP_DIR)[0]?.path });
      return;
    }
    pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
    log.error({ event: 'backup_failed', reason: failure });
  }
}
