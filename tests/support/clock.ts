import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'vitest';
import { dayIn } from '~/shared/leads/days';
import { startServer, type TestServer } from './server';

type Options = Parameters<typeof startServer>[0] & {
  /** Initial offset of the clock in ms. */
  shift?: number;
};

/**
 * A server whose clock `jump` sets to this many milliseconds ahead of the real one (negative: behind), and `stand` to a
 * moment at which it stays.
 */
export async function startWithClock({ env, shift, ...options }: Options = {}): Promise<{
  server: TestServer;
  jump: (ms: number) => Promise<void>;
  stand: (moment: number) => Promise<void>;
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
  let times = 0;
  const set = async (text: string) => {
    // Whole at once: a program that the server starts now reads it, too.
    writeFileSync(`${clockFile}.new`, text);
    renameSync(`${clockFile}.new`, clockFile);
    server.process.kill('SIGUSR2');
    times += 1;
    // Wherever it stands: of what was being logged a full pipe may have taken half a line before it.
    await server.printed(new RegExp(`clock set ${times}: `));
  };
  return { server, jump: (ms) => set(String(ms)), stand: (moment) => set(`@${moment}`) };
}

const MINUTE_MS = 60_000;

/** Resolves once the day of this zone lasts for another minute: what a test counts by day is then of one. */
export const whileDayLasts = (zone: string): Promise<void> =>
  expect.poll(() => dayIn(zone, Date.now()) === dayIn(zone, Date.now() + MINUTE_MS)).toBe(true);

/** The same for the hour. */
export const whileHourLasts = (): Promise<void> =>
  expect.poll(() => new Date().getUTCHours() === new Date(Date.now() + MINUTE_MS).getUTCHours()).toBe(true);

/** Resolves in a later millisecond: what happens then is dated later than all before. */
export async function nextMoment(): Promise<void> {
  for (const before = Date.now(); Date.now() === before; ) await new Promise(setImmediate);
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
