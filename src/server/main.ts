import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { accountStrings } from '~/shared/strings/accounts';
import { DatabaseUnfitError } from '../../db/migrate';
import { createAdmin, hasActiveAdmin, issueFirstAdminToken } from './accounts/first-admin';
import { closeDb, getDb } from './db';
import { getSettings, SettingsError } from './env';
import { importAstroHandler } from './http/astro-entry';
import { makeServer, requestScope } from './http/server';
import { log } from './log';
import { DeliveryWorker } from './outbox/worker';

/** Requests under way get this long after SIGTERM or Ctrl-C. */
const STOP_GRACE_MS = 4000;

const worker = new DeliveryWorker();

try {
  await start();
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof DatabaseUnfitError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const settings = getSettings();
  getDb();
  const setupLink = await provideFirstAdmin();
  const server = makeServer(
    await importAstroHandler(),
    fileURLToPath(new URL('../client/', import.meta.url)),
  );
  process.on('unhandledRejection', (reason) => {
    const requestId = requestScope.getStore();
    log.error({ event: 'unhandled_rejection', request_id: requestId, err: reason });
    if (requestId === undefined) process.exit(1);
  });
  server.once('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `El puerto ${settings.PORT} ya está en uso. Elegí otro con PORT=…`
        : `No se pudo escuchar en ${settings.HOST}:${settings.PORT}: ${error.message}`,
    );
    process.exit(1);
  });
  server.listen(settings.PORT, settings.HOST, () => {
    worker.start();
    printWhereToGo(settings.SITE_URL, setupLink);
  });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // npm hands Ctrl-C on to a process that the terminal has told already.
      if (stopping) return;
      stopping = true;
      void stop(server);
    });
  }
}

/** Makes the administrator that the settings name, or else a link to set one up; null where one exists. */
async function provideFirstAdmin(): Promise<string | null> {
  if (hasActiveAdmin()) return null;
  const { ADMIN_EMAIL, ADMIN_PASSWORD, SITE_URL } = getSettings();
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    await createAdmin({
      name: ADMIN_EMAIL.split('@')[0] ?? ADMIN_EMAIL,
      email: ADMIN_EMAIL,
      password: ADMIN_PASSWORD,
    });
    return null;
  }
  return `${SITE_URL}/cuenta/administrador#token=${issueFirstAdminToken()}`;
}

function printWhereToGo(siteUrl: string, setupLink: string | null): void {
  const lines = ['', `  Landing: ${siteUrl}`, `  CRM:     ${siteUrl}/panel`];
  if (setupLink) {
    lines.push('', `  ${accountStrings.setup.title} (un solo uso, vence en 24 horas):`, `  ${setupLink}`);
  }
  console.log(`${lines.join('\n')}\n`);
}

async function stop(server: Server): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await Promise.all([new Promise((resolve) => server.close(resolve)), worker.stop()]);
  clearTimeout(deadline);
  closeDb();
  log.info({ event: 'stopped' });
  process.exit(0);
}
