import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrate } from '../../db/migrate';

/**
 * Before the first test: a folder for everything the run's servers write, with an empty migrated database to copy.
 * After the last: kills the servers left running.
 */
export default function beginTestRun(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'crm-run-'));
  const servers = join(folder, 'servers');
  const ports = join(folder, 'ports');
  for (const made of [servers, ports]) mkdirSync(made);
  const empty = join(folder, 'empty.sqlite');
  const db = new Sqlite(empty);
  migrate(db);
  db.close();
  process.env.CRM_TEST_SERVERS = servers;
  process.env.CRM_TEST_PORTS = ports;
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
    // It has exited already, as most do.
  }
}
