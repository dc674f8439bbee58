import type { Browser } from 'playwright';
import { launchBrowser } from './browser.ts';
import { withDatabase } from './database.ts';
import { startServer, type TestServer } from './server.ts';

// On the process, because a worker runs one file after the other in it.
const worker = globalThis as typeof globalThis & {
  __server?: Promise<TestServer>;
  __browser?: Promise<Browser>;
};

/**
 * The server of this worker, for all files that neither restart, break nor configure one. What earlier files left is
 * still in it: whoever uses it brings their own people, agencies and leads, and counts only those.
 */
export async function sharedServer(): Promise<TestServer> {
  // Where nobody listens, so that a destination can be made without a name server.
  worker.__server ??= startServer({ env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.9' } });
  const server = await worker.__server;
  if (server.process.exitCode !== null || server.process.signalCode !== null)
    throw new Error(`an earlier file ended the shared server:\n${server.output().slice(-4000)}`);
  return {
    ...server,
    stop: () => Promise.reject(new Error('this server is shared: the run stops it')),
  };
}

/**
 * Takes what earlier files left out of sight: leads into the trash, people out of the team. A page that lists them all
 * costs twice as much to open as one that shows what a test is about.
 */
export function setLeftoversAside(server: TestServer): void {
  withDatabase(server, (db) => {
    db.prepare('UPDATE leads SET deleted_at = ? WHERE deleted_at IS NULL').run(new Date().toISOString());
    db.prepare("UPDATE profiles SET status = 'disabled' WHERE status <> 'disabled'").run();
  });
}

/** The browser of this worker. Each file opens profiles of its own in it. */
export function sharedBrowser(): Promise<Browser> {
  worker.__browser ??= launchBrowser();
  return worker.__browser;
}
