import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { startServer, type TestServer } from './server';

type Options = Parameters<typeof startServer>[0] & {
  /** Initial offset of the clock in ms. */
  shift?: number;
};

/** A server whose clock `jump` sets to this many milliseconds ahead of the real one (negative: behind). */
export async function startWithClock({ env, shift, ...options }: Options = {}): Promise<{
  server: TestServer;
  jump: (ms: number) => Promise<void>;
}> {
  const clockFile = join(mkdtempSync(join(tmpdir(), 'crm-clock-')), 'shift');
  if (shift !== undefined) writeFileSync(clockFile, String(shift));
  const server = await startServer({
    ...options,
    env: {
      ...env,
      CLOCK_FILE: clockFile,
      NODE_OPTIONS: `--import ${resolve('tests/support/shifted-clock.mjs')}`,
    },
  });
  const jump = async (ms: number) => {
    writeFileSync(clockFile, String(ms));
    server.process.kill('SIGUSR2');
    await server.printed(new RegExp(`^clock shifted by ${ms}$`, 'm'));
  };
  return { server, jump };
}

/** A server started at this moment, on a database in use until then; `goTo` sets its clock to another. */
export async function startAt(moment: string, options: Parameters<typeof startServer>[0] = {}) {
  if (options.folder) {
    const db = new Sqlite(join(options.folder, 'crm.sqlite'));
    db.prepare('UPDATE clock SET believed_at = ?').run(new Date(moment).toISOString());
    db.close();
  }
  const { server, jump } = await startWithClock({ ...options, shift: Date.parse(moment) - Date.now() });
  return { server, goTo: (moment: string) => jump(Date.parse(moment) - Date.now()) };
}
