import type { IncomingMessage, ServerResponse } from 'node:http';
import { findClientAddress } from '../http/request-checks';
import { requestScope } from '../http/request-scope';
import { setSecurityHeaders } from '../http/security-headers';
import { serve } from '../http/serve';
import { startDeliveryWorkers } from './delivery-workers';
import { printWhereToGo, provideFirstAdmin } from './first-steps';

/** What server/main.ts does beside answering requests, for `astro dev`, which has an HTTP server of its own. */
export async function startBackground(): Promise<void> {
  printWhereToGo(await provideFirstAdmin());
  startDeliveryWorkers();
}

/** Answers as http/server.ts does; `next` has Astro draw a page, or Vite send a file. */
export function serveInDev(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const requestId = crypto.randomUUID();
  setSecurityHeaders(response, requestId);
  const pages = {
    has: () => true,
    notFound: Buffer.alloc(0),
    async draw(asked: IncomingMessage, _response: ServerResponse, locals: App.Locals) {
      // Where Astro's development server looks for them.
      Reflect.set(asked, Symbol.for('astro.locals'), locals);
      next();
    },
  };
  requestScope.run(requestId, () => void serve(request, response, findClientAddress(request), pages));
}
