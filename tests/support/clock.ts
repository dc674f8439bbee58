import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startServer, type TestServer } from './server';

/** A server whose clock `jump` sets this many milliseconds ahead of the real one (negative: behind). */
export async function startWithClock({ env, ...options }: Parameters<typeof startServer>[0] = {}): Promise<{
  server: TestServer;
  jump: (ms: number) => Promise<void>;
}> {
  const clockFile = join(mkdtempSync(join(tmpdir(), 'crm-clock-')), 'shift');
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
