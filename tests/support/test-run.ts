import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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
    for (const file of globSync('*/*.pid', { cwd: servers })) endServer(Number(basename(file, '.pid')));
    // A killed server may still be writing its last.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}

function endServer(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just exited.
  }
}
