import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../app-error';
import { log, requestScope } from '../log';
import { answerMetrics, asksForMetrics } from '../metrics/metrics';
import { addressKey } from '../net/client-address';
import { once } from '../process/once';
import { compressAsItPasses } from './compression';
import { Connections, connectionLimit } from './connections';
import { writeError, writeFailure } from './errors';
import type { HasPage, NodeAppHandler } from './pages/astro-entry';
import { PageTurns } from './pages/page-turns';
import { asksWhetherAlive, findClientAddress, findMove, findRefusal } from './request-checks';
import { logRefusals, logWhenDone } from './request-log';
import { setSecurityHeaders } from './security-headers';
import { type Pages, serve } from './serve';
import { readStaticFiles } from './static-files';

const SECOND = 1000;
const TIMES = {
  headersTimeout: 10 * SECOND,
  // Beyond what any body may take (request-body.ts, endpoint.ts).
  requestTimeout: 150 * SECOND,
  keepAliveTimeout: 65 * SECOND,
  connectionsCheckingInterval: 2 * SECOND,
};
/** The longest a connection may go without data. Live updates send more often. */
const SOCKET_TIMEOUT_MS = 30 * SECOND;
/** Otherwise refusals, asked for again at once, would take as much of the processor as pages. */
const REFUSAL_PAUSE_MS = 500;

type Parts = {
  /** Loads Astro's handler and pages at the first page request: a quarter of the time to the first answer. */
  importAstro: () => Promise<NodeAppHandler>;
  hasPage: HasPage;
  /** The built static files. */
  clientFolder: string;
};

/** `stop` accepts nothing new, lets running requests finish, and cuts the rest after `graceMs`. */
export type HttpServer = { server: Server; stop: (graceMs: number) => Promise<void> };

/** The HTTP server with everything it answers; not listening yet. */
export function makeServer({ importAstro, hasPage, clientFolder }: Parts): HttpServer {
  const loadAstro = once(importAstro);
  const serveStatic = readStaticFiles(clientFolder);
  const pages: Pages = {
    // Astro's built-in routes are not served.
    has: hasPage,
    notFound: readFileSync(join(clientFolder, '404.html')),
    async draw(request, response, locals) {
      const astro = await loadAstro();
      if (!(await pageTurns.wait(addressKey(findClientAddress(request))))) {
        await setTimeout(REFUSAL_PAUSE_MS);
        return writeBusy(request, response);
      }
      // They left while it waited.
      if (request.socket.destroyed) return;
      compressAsItPasses(response);
      const notMatched = () => writeError(new AppError('not_found'), request, response);
      await astro(request, response, notMatched, locals);
    },
  };

  // Node would answer a missing Host, and an unknown Expect, without waiting for the connection's turn.
  const server = createServer({ ...TIMES, requireHostHeader: false }, take);
  server.on('checkExpectation', take);
  server.setTimeout(SOCKET_TIMEOUT_MS);
  const connections = new Connections(server, connectionLimit());
  const pageTurns = new PageTurns(server);
  // For CONNECT, which we do not support, Node hands over a raw socket without listeners.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n', () => socket.destroy());
  });
  return { server, stop: (graceMs) => connections.stop(server, graceMs).finally(logRefusals) };

  function take(request: IncomingMessage, response: ServerResponse): void {
    connections.answerInOrder(request, response, () => {
      const requestId = crypto.randomUUID();
      requestScope.run({ id: requestId }, () => {
        // Without a listener an 'error' event would end the process.
        response.on('error', (error) => log.warn({ event: 'answer_broke_off', err: error }));
        try {
          answer(request, response, requestId);
        } catch (error) {
          writeFailure(error, request, response);
        }
      });
    });
  }

  function answer(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const address = findClientAddress(request);
    const hasRoom = connections.begin(request, response, address);
    logWhenDone(request, response, requestId, address);
    setSecurityHeaders(response, requestId);
    const refusal = findRefusal(request);
    const move = refusal ? null : findMove(request);
    if (refusal) writeError(refusal, request, response);
    else if (move) response.writeHead(move.status, { location: move.location }).end();
    else if (!hasRoom && !asksWhetherAlive(request)) {
      response.setHeader('connection', 'close');
      writeBusy(request, response);
    } else if (asksForMetrics(request)) {
      answerMetrics(response).catch((error) => writeFailure(error, request, response));
    } else {
      serveStatic(request, response, () => void serve(request, response, address, pages));
    }
  }
}

function writeBusy(request: IncomingMessage, response: ServerResponse): void {
  writeError(new AppError('busy', { retryAfterSeconds: 5 }), request, response);
}
