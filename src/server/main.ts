import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startBackupSchedule } from './backup-schedule';
import { startCheckpoints } from './checkpoints';
import { closeDb, getDb } from './db';
import { startDeliveryWorkers } from './delivery-workers';
import { getSettings } from './env';
import { printWhereToGo, provideFirstAdmin, tellOfOtherSite } from './first-steps';
import { startHousekeeping } from './housekeeping';
import { importAstroHandler } from './http/astro-entry';
import { makeServer } from './http/server';
import { readIslandScripts } from './island-scripts';
import { closeLiveStreams } from './leads/live';
import { log } from './log';
import { startMetrics } from './metrics/metrics';
import { endOnUncaughtErrors, endStart, StartError } from './process/start-failure';
import { requestScope } from './request-scope';

/** Requests under way get this long after SIGTERM or Ctrl-C. */
const STOP_GRACE_MS = 4000;

// Whatever the process writes holds people's data: the database, its log, mails, backups.
process.umask(0o077);

let stopHousekeeping: (() => void) | undefined;
let stopDeliveries: (() => Promise<unknown>) | undefined;
let stopBackups: (() => void) | undefined;
let stopCheckpoints: (() => Promise<unknown>) | undefined;

endOnUncaughtErrors();
await start().catch(endStart);

async function start(): Promise<void> {
  const settings = getSettings();
  getDb();
  readIslandScripts(new URL('./island-scripts.json', import.meta.url));
  const setupLink = await provideFirstAdmin();
  const server = makeServer(importAstroHandler, besideThis('../client/'));
  process.on('unhandledRejection', (reason) => {
    log.error({ event: 'unhandled_rejection', err: reason });
    if (requestScope.getStore() === undefined) process.exit(1);
  });
  server.once('error', (error: NodeJS.ErrnoException) => {
    const sentence =
      error.code === 'EADDRINUSE'
        ? `El puerto ${settings.PORT} ya está en uso. Elegí otro con PORT=…`
        : `No se pudo escuchar en ${settings.HOST}:${settings.PORT}: ${error.message}`;
    endStart(new StartError(sentence, { cause: error }));
  });
  startMetrics();
  server.listen(settings.PORT, settings.HOST, () => {
    stopCheckpoints = startCheckpoints(besideThis('checkpoint-thread.mjs'));
    // After it, or the first removal would copy the whole log that an ended process left.
    stopHousekeeping = startHousekeeping();
    stopDeliveries = startDeliveryWorkers();
    stopBackups = startBackupSchedule(besideThis('crm.mjs'));
    tellOfOtherSite(import.meta.env.SITE);
    printWhereToGo(setupLink);
  });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // npm hands Ctrl-C on to a process that the terminal has told already.
      if (stopping) return;
      stopping = true;
      stopHousekeeping?.();
      stopBackups?.();
      void stop(server);
    });
  }
}

/** The path of what was built with this program. */
function besideThis(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function stop(server: Server): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  // A connection that falls idle while we wait would otherwise be kept alive for its full minute.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  closeLiveStreams();
  await Promise.all([new Promise((resolve) => server.close(resolve)), stopDeliveries?.()]);
  clearTimeout(deadline);
  clearInterval(sweep);
  await stopCheckpoints?.();
  closeDb();
  log.info({ event: 'stopped' });
  process.exit(0);
}
