import { fileURLToPath } from 'node:url';
import { finishOrders } from './accounts/mails/orders';
import { closeDb, getDb } from './database/connection';
import { getSettings } from './env';
import { importAstroHandler } from './http/pages/astro-entry';
import { readIslandScripts } from './http/pages/island-scripts';
import { readPageRoutes } from './http/pages/page-routes';
import { requestScope } from './http/request-scope';
import { type HttpServer, makeServer } from './http/server';
import { importReader } from './imports/import-reader';
import { startImports } from './imports/work';
import { setPersonProgram } from './leads/erasure/person-program';
import { closeLiveStreams } from './leads/live/live';
import { startFlushingWords } from './leads/search/due-words';
import { log } from './log';
import { startMetrics } from './metrics/metrics';
import { hashFormerTokens } from './notices/mails/unsubscribe';
import { providePushKeys } from './notices/push/keys';
import { setAsideProgram, stopAside } from './process/aside';
import { startBackupSchedule } from './process/backup-schedule';
import { startDeliveryWorkers } from './process/delivery-workers';
import { printWhereToGo, provideFirstAdmin, tellOfOtherSite } from './process/first-steps';
import { startHousekeeping } from './process/housekeeping';
import { setReaderProgram } from './process/reader';
import { endOnUncaughtErrors, endStart, StartError } from './process/start-failure';
import { noteRule } from './second-factor/rule';
import { provideSecretsKey } from './secrets/secrets';
import { startChecking } from './whatsapp/check';
import { startHearing } from './whatsapp/work';

/** How long running requests may take after SIGTERM or Ctrl-C. */
const STOP_GRACE_MS = 4000;

// This process's files (database, log, mails, backups) hold personal data: only their owner may read them.
process.umask(0o077);

let stopFlushingWords: (() => void) | undefined;
let stopHousekeeping: (() => void) | undefined;
let stopDeliveries: (() => Promise<unknown>) | undefined;
let stopImports: (() => Promise<unknown>) | undefined;
let stopChecking: (() => void) | undefined;
let stopHearing: (() => Promise<unknown>) | undefined;
let stopBackups: (() => void) | undefined;

endOnUncaughtErrors();
await start().catch(endStart);

async function start(): Promise<void> {
  const settings = getSettings();
  getDb();
  provideSecretsKey();
  await noteRule();
  readIslandScripts(new URL('./island-scripts.json', import.meta.url));
  await providePushKeys();
  await hashFormerTokens();
  const setupLink = await provideFirstAdmin();
  const http = makeServer({
    importAstro: importAstroHandler,
    hasPage: readPageRoutes(new URL('./page-routes.json', import.meta.url)),
    clientFolder: besideThis('../client/'),
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
  setPersonProgram(besideThis('person.mjs'));
  setReaderProgram(besideThis('reader.mjs'));
  setAsideProgram(besideThis('aside.mjs'));
  http.server.listen(settings.PORT, settings.HOST, () => {
    stopFlushingWords = startFlushingWords();
    stopHousekeeping = startHousekeeping();
    stopDeliveries = startDeliveryWorkers();
    stopImports = startImports();
    stopHearing = startHearing();
    stopChecking = startChecking();
    stopBackups = startBackupSchedule(besideThis('crm.mjs'));
    tellOfOtherSite(import.meta.env.SITE);
    printWhereToGo(setupLink);
  });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // npm forwards a Ctrl-C that the terminal already delivered to this process.
      if (stopping) return;
      stopping = true;
      stopFlushingWords?.();
      stopHousekeeping?.();
      stopBackups?.();
      stopChecking?.();
      void stop(http);
    });
  }
}

function besideThis(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function stop(http: HttpServer): Promise<void> {
  closeLiveStreams();
  await Promise.all([
    http.stop(STOP_GRACE_MS).then(() => Promise.all([importReader.stop(), stopAside()])),
    stopDeliveries?.(),
    stopImports?.(),
    stopHearing?.(),
  ]);
  await finishOrders();
  closeDb();
  log.info({ event: 'stopped' });
  process.exit(0);
}
