import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { newestBackup } from '../../../db/backups/rotation';
import { getSettings } from '../env';
import { log } from '../log';
import { ProcessLock } from './process-lock';

const HOUR_MS = 3_600_000;
/** How often it checks whether something is due; also the delay after a clock jump. */
const POLL_INTERVAL_MS = 5 * 60_000;
/** Pause after a failed backup: the disk may be full. */
const PAUSE_AFTER_FAILURE_MS = HOUR_MS;
/** How often the database is checked for damage: just under a day, so the check coincides with the daily backup. */
const CHECK_INTERVAL_MS = 23 * HOUR_MS;

const state = { backupFailed: false, problems: 0 };

/** For the metrics: whether this process's last backup failed, and the problems of its last check. */
export function scheduleState(): Readonly<typeof state> {
  return state;
}

/**
 * Makes a backup at once if there is none, and whenever the last is older than BACKUP_EVERY_HOURS. Checks the database
 * once a day and after a failed backup. Both run as operator commands in a separate process, as reading the whole file
 * would delay requests. Of several processes on one database only one does this. Returns a function that stops it.
 */
export function startBackupSchedule(crmProgram: string): () => void {
  const { DATABASE_PATH, BACKUP_DIR, BACKUP_EVERY_HOURS } = getSettings();
  const period = BACKUP_EVERY_HOURS * HOUR_MS;
  const lock = new ProcessLock(`${DATABASE_PATH}-backups`);
  let running: ChildProcess | undefined;
  let stopped = false;
  let isBusy = false;
  let pausedUntil = 0;
  let checkDue = performance.now() + (period > 0 ? 0 : CHECK_INTERVAL_MS);

  const timer = setInterval(runDue, period > 0 ? Math.min(POLL_INTERVAL_MS, period / 4) : POLL_INTERVAL_MS);
  timer.unref();
  void runDue();
  return () => {
    stopped = true;
    clearInterval(timer);
    running?.kill();
    lock.release();
  };

  async function runDue(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      if (isBackupDue() && lock.acquire()) await backUp();
    } catch (error) {
      recordFailure(error);
    }
    try {
      if (!stopped && performance.now() >= checkDue && lock.acquire()) await check();
    } catch (error) {
      // The process could not be started. Nobody awaits this function, so a rejection would end the server.
      checkDue = performance.now() + PAUSE_AFTER_FAILURE_MS;
      log.error({ event: 'check_failed', problems: [(error as Error).message] });
    }
    isBusy = false;
  }

  function isBackupDue(): boolean {
    if (period === 0 || performance.now() < pausedUntil) return false;
    const last = newestBackup(DATABASE_PATH, BACKUP_DIR);
    return !last || Date.now() - last.madeAt.getTime() >= period;
  }

  async function backUp(): Promise<void> {
    const { code, err } = await run('backup');
    if (stopped) return;
    if (code !== 0) throw new Error(err.trim());
    state.backupFailed = false;
    log.info({ event: 'backed_up', path: newestBackup(DATABASE_PATH, BACKUP_DIR)?.path });
  }

  function recordFailure(error: unknown): void {
    state.backupFailed = true;
    pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
    checkDue = 0;
    log.error({ event: 'backup_failed', reason: (error as Error).message });
  }

  async function check(): Promise<void> {
    const { code, out, err } = await run('check', '--offline');
    if (stopped) return;
    checkDue = performance.now() + CHECK_INTERVAL_MS;
    const problems = out.split('\n').filter((line) => line.startsWith('✗'));
    state.problems = code === 0 ? 0 : Math.max(1, problems.length);
    if (code === 0) log.info({ event: 'checked', problems: 0 });
    else log.error({ event: 'check_failed', problems: problems.length > 0 ? problems : [err.trim()] });
  }

  async function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
    const child = spawn(process.execPath, [crmProgram, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    running = child;
    const ended = new Promise<{ code: number | null; complaint: string }>((resolve) => {
      child.once('error', ({ message }) => resolve({ code: 1, complaint: message }));
      child.once('close', (code) => resolve({ code, complaint: '' }));
    });
    const [out, err, { code, complaint }] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, out, err: err + complaint };
  }
}
