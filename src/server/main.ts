import { fileURLToPath } from 'node:url';
import { finishOrders } from './accounts/mails/ordered-mails';
import { closeDb, getDb } from './database/connection';
import { getSettings } from './env';
import { importAstroHandler, readPageRoutes } from './http/pages/astro-entry';
import { type HttpServer, makeServer } from './http/server';
import { importReader } from './imports/import-reader';
import { startImports } from './imports/import-runner';
import { setPersonProgram } from './leads/erasure/erase-person';
import { closeLiveStreams } from './leads/live/panels';
import { startFlushingWords } from './leads/search/flush-words';
import { log, quietenAtTerminal, requestScope } from './log';
import { startMetrics } from './metrics/metrics';
import { ensurePushKeys } from './notices/push/keys';
import { startBackupSchedule } from './process/backup-schedule';
import { startDeliveryWorkers } from './process/delivery-workers';
import { ensureFirstAdmin, printAddresses, warnOfDoubtfulSettings, warnOfOtherSite } from './process/first-start';
import { startHousekeeping } from './process/housekeeping';
import { setReaderProgram } from './process/reader';
import { setReadingThreadProgram, stopReadingThreads } from './process/reading-thread';
import { endOnUncaughtErrors, endStart, StartError } from './process/start-failure';
import { settleGraces } from './second-factor/requirement';
import { ensureSecretsKey } from './secrets/encryption';
import { settleOwed } from './sessions/held-sessions';
import { syncSettingsDestination } from './webhooks/settings-destination';
import { startConnectionChecks } from './whatsapp/connect';
import { startInbox } from './whatsapp/inbox';

/** How long running requests may take after SIGTERM or Ctrl-C. */
const STOP_GRACE_MS = 4000;

// This process's files (database, log, mails, backups) hold personal data: only their owner may read them.
process.umask(0o077);

/** Stop the background work, once it has started; the process ends when all are done. */
let stops: (() => unknown)[] = [];

endOnUncaughtErrors();
await start().catch(endStart);

async function start(): Promise<void> {
  const settings = getSettings();
  getDb();
  warnOfDoubtfulSettings();
  ensureSecretsKey();
  await settleGraces();
  await ensurePushKeys();
  await syncSettingsDestination();
  const setupLink = await ensureFirstAdmin();
  const http = makeServer({
    importAstro: importAstroHandler,
    hasPage: readPageRoutes(new URL('./page-routes.json', import.meta.url)),
    clientFolder: siblingPath('../client/'),
  });
  process.on('unhandledRejection', (reason) => {
    log.error({ event: 'unhandled_rejection', err: reason });
    if (requestScope.getStore() === undefined) process.exit(1);
  });
  http.server.on('error', (error: NodeJS.ErrnoException) => {
    // Once listening, an error concerns one connection (no file handles, say) and must not end the process.
    if (http.server.listening) {
      log.error({ event: 'connection_not_taken', err: error });
      return;
    }
    const sentence =
      error.code === 'EADDRINUSE'
        ? `El puerto ${settings.PORT} ya está en uso. Elegí otro con PORT=…`
        : `No se pudo escuchar en ${settings.HOST}:${settings.PORT}: ${error.message}`;
    endStart(new StartError(sentence, { cause: error }));
  });
  startMetrics();
  setPersonProgram(siblingPath('person.mjs'));
  setReaderProgram(siblingPath('reader.mjs'));
  setReadingThreadProgram(siblingPath('reading-thread.mjs'));
  http.server.listen(settings.PORT, settings.HOST, () => {
    stops = [
      startFlushingWords(),
      startHousekeeping(),
      startDeliveryWorkers(),
      startImports(),
      startInbox(),
      startConnectionChecks(),
      startBackupSchedule(siblingPath('crm.mjs')),
    ];
    warnOfOtherSite(import.meta.env.SITE);
    printAddresses(setupLink);
    quietenAtTerminal();
  });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // npm forwards a Ctrl-C that the terminal already delivered to this process.
      if (stopping) return;
      stopping = true;
      void stop(http);
    });
  }
}

function siblingPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function stop(http: HttpServer): Promise<void> {
  closeLiveStreams();
  await Promise.all([
    http.stop(STOP_GRACE_MS).then(() => Promise.all([importReader.stop(), stopReadingThreads()])),
    ...stops.map((end) => end()),
  ]);
  await finishOrders();
  await settleOwed();
  closeDb();
  log.info({ event: 'stopped' });
  process.exit(0);
}
