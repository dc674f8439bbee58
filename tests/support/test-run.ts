import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrate } from '../../db/migrate';

/**
 * Before the first test: a folder for all that the run's servers write, and in it an empty database as the real
 * migrations leave it, which each server that wants an empty one copies. After the last: no server is left running.
 */
export default function beginTestRun(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'crm-run-'));
  const servers = join(folder, 'servers');
  mkdirSync(servers);
  const empty = join(folder, 'empty.sqlite');
  const db = new Sqlite(empty);
  migrate(db);
  db.close();
  process.env.CRM_TEST_SERVERS = servers;
  process.env.CRM_TEST_EMPTY_DATABASE = empty;

  return () => {
    for (const home of readdirSync(servers)) endServer(join(servers, home, 'pid'));
    rmSync(folder, { recursive: true, force: true });
  };
}

function endServer(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
  } catch {
    // It has ended by itself, as most do.
  }
}
