import type { Browser } from 'playwright';
import { launchBrowser } from './browser.ts';
import { keepDatabase, withDatabase } from './database.ts';
import { zoneAtNoon } from './notices.ts';
import { startServer, type TestServer } from './server.ts';

// Global, because a worker runs its files in sequence.
const worker = globalThis as typeof globalThis & {
  __server?: Promise<TestServer>;
  __browser?: Promise<Browser>;
};

/**
 * The worker's server, for files that neither restart, break nor configure one. Earlier files' data stays: bring your
 * own people, companies and leads, and count only those.
 */
export async function sharedServer(): Promise<TestServer> {
  // An unused address, so that webhooks can be created without a name server.
  worker.__server ??= startServer({ env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.9' } })
    .then(keepDatabase)
    .then(tellNobody);
  const server = await worker.__server;
  if (server.process.exitCode !== null || server.process.signalCode !== null)
    throw new Error(`an earlier file ended the shared server:\n${server.output().slice(-4000)}`);
  return {
    ...server,
    stop: () => Promise.reject(new Error('this server is shared: the run stops it')),
  };
}

/**
 * Lets nobody be told of other tests' leads by the hour: on weekdays each person would be reminded of those that wait for
 * five minutes, and each day at eight of what is new.
 */
function tellNobody(server: TestServer): TestServer {
  withDatabase(server, (db) => db.prepare("UPDATE notice_settings SET days = '', zone = ?").run(zoneAtNoon()));
  return server;
}

/**
 * Hides earlier files' leftovers: leads go into the trash, people leave the team. A page listing them all takes twice
 * as long to open.
 */
export function hideLeftovers(server: TestServer): void {
  withDatabase(server, (db) => {
    db.prepare('UPDATE leads SET deleted_at = ? WHERE deleted_at IS NULL').run(new Date().toISOString());
    db.prepare("UPDATE profiles SET status = 'disabled' WHERE status <> 'disabled'").run();
  });
}

/** The worker's browser; each file opens its own profiles. */
export function sharedBrowser(): Promise<Browser> {
  worker.__browser ??= launchBrowser();
  return worker.__browser;
}
