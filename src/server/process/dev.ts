import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { findClientAddress } from '../http/request-checks';
import { setSecurityHeaders } from '../http/security-headers';
import { serve } from '../http/serve';
import { startImports } from '../imports/import-runner';
import { setPersonProgram } from '../leads/erasure/erase-person';
import { requestScope } from '../log';
import { ensurePushKeys } from '../notices/push/keys';
import { settleGraces } from '../second-factor/requirement';
import { ensureSecretsKey } from '../secrets/encryption';
import { syncSettingsDestination } from '../webhooks/settings-destination';
import { startDeliveryWorkers } from './delivery-workers';
import { ensureFirstAdmin, printAddresses } from './first-start';
import { setReaderProgram } from './reader';

/** Starts server/main.ts's background work for `astro dev`, which has its own HTTP server. */
export async function startBackground(): Promise<void> {
  ensureSecretsKey();
  await settleGraces();
  await ensurePushKeys();
  await syncSettingsDestination();
  printAddresses(await ensureFirstAdmin());
  startDeliveryWorkers();
  startImports();
  setPersonProgram(join('dist', 'server', 'person.mjs'));
  setReaderProgram(join('dist', 'server', 'reader.mjs'));
}

/** Answers like http/server.ts; `next` lets Astro render a page or Vite send a file. */
export function serveInDev(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const requestId = crypto.randomUUID();
  setSecurityHeaders(response, requestId);
  const pages = {
    has: (path: string) => !path.startsWith('/api/') || path === '/api/openapi.json',
    notFound: Buffer.alloc(0),
    async draw(asked: IncomingMessage, _response: ServerResponse, locals: App.Locals) {
      // Astro's development server reads the locals from here.
      Reflect.set(asked, Symbol.for('astro.locals'), locals);
      next();
    },
  };
  requestScope.run({ id: requestId }, () => void serve(request, response, findClientAddress(request), pages));
}
