import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AppError } from '../app-error';
import { log } from '../log';
import { answerMetrics, asksForMetrics } from '../metrics/metrics-door';
import { once } from '../process/once';
import { serveApi } from './api-router';
import { compressAsItPasses } from './compression';
import { connectionLimit } from './connection-limit';
import { Connections } from './connections';
import type { NodeAppHandler } from './pages/astro-entry';
import type { HasPage } from './pages/page-routes';
import { refuse, refuseForWantOfRoom, refuseTooLarge, wantsJson } from './refuse';
import { mayHaveBody, readBody } from './request-body';
import { asksWhetherAlive, decodePath, findClientAddress, findRefusal } from './request-checks';
import { logWhenDone } from './request-log';
import { requestScope } from './request-scope';
import { setSecurityHeaders } from './security-headers';
import { readNotFoundPage, serveStaticFiles } from './static-files';

const SECOND = 1000;
const TIMES = {
  headersTimeout: 10 * SECOND,
  requestTimeout: 30 * SECOND,
  keepAliveTimeout: 65 * SECOND,
  connectionsCheckingInterval: 2 * SECOND,
};
/** How long an answer may stand still, for want of a reader or of anything to say; live updates say something sooner. */
const STANDSTILL_MS = 30 * SECOND;

type Parts = {
  /**
   * Astro's handler. It and the pages are loaded when somebody asks for a page: a quarter of the time until the first
   * answer.
   */
  importAstro: () => Promise<NodeAppHandler>;
  hasPage: HasPage;
  /** Holds the built static files. */
  clientFolder: string;
};

/** `stop` takes nothing new, lets what has begun finish, and cuts what has not after so many milliseconds. */
export type HttpServer = { server: Server; stop: (graceMs: number) => Promise<void> };

/** The HTTP server around Astro's handler; not yet listening. */
export function makeServer({ importAstro, hasPage, clientFolder }: Parts): HttpServer {
  const loadAstro = once(importAstro);
  const serveStatic = serveStaticFiles(clientFolder);
  const notFoundPage = readNotFoundPage(clientFolder);

  const server = createServer(TIMES, (request, response) => {
    const requestId = crypto.randomUUID();
    requestScope.run(requestId, () => {
      // An error that nobody listens for ends the process.
      response.on('error', (error) => log.warn({ event: 'answer_broke_off', err: error }));
      try {
        answer(request, response, requestId);
      } catch (error) {
        answerFailure(error, request, response);
      }
    });
  });
  server.setTimeout(STANDSTILL_MS);
  const connections = new Connections(server, connectionLimit());
  // Node hands CONNECT over as a bare socket, with none of its own listeners left on it; nobody here wants them.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n', () => socket.destroy());
  });
  return { server, stop: (graceMs) => connections.stop(server, graceMs) };

  function answer(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const address = findClientAddress(request);
    const hasRoom = connections.begin(request, response, address);
    logWhenDone(request, response, requestId, address);
    setSecurityHeaders(response, requestId);
    const refusal = findRefusal(request);
    if (refusal) refuse(request, response, refusal.status, refusal.sentence);
    else if (!hasRoom && !asksWhetherAlive(request)) refuseForWantOfRoom(request, response);
    else if (asksForMetrics(request)) {
      answerMetrics(response).catch((error) => answerFailure(error, request, response));
    } else {
      const locals = { requestId, clientAddress: address };
      serveStatic(request, response, () => void serveDynamic(request, response, locals));
    }
  }

  async function serveDynamic(
    request: IncomingMessage,
    response: ServerResponse,
    locals: App.Locals,
  ): Promise<void> {
    try {
      // Astro's own addresses, too, are none of ours.
      if (!hasPage(decodePath(request))) return answerNotFound(request, response);
      // Whoever answers GET answers HEAD; Node leaves the body out of an answer to what came in as HEAD.
      const isHead = request.method === 'HEAD';
      if (isHead) request.method = 'GET';
      if (mayHaveBody(request.method)) {
        const body = await readBody(request);
        if (body === null) return refuseTooLarge(request, response);
        Object.assign(request, { body: new Uint8Array(body) });
      }
      if (await serveApi(request, response, locals, isHead)) return;
      compressAsItPasses(response);
      const astro = await loadAstro();
      await astro(request, response, () => answerNotFound(request, response), locals);
    } catch (error) {
      answerFailure(error, request, response);
    }
  }

  function answerNotFound(request: IncomingMessage, response: ServerResponse): void {
    if (wantsJson(request)) {
      refuse(request, response, 404, new AppError('not_found').message);
      return;
    }
    response.writeHead(404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    response.end(notFoundPage);
  }
}

/** The last resort for what no page or endpoint caught: an exception here would end the process. */
function answerFailure(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  // Whoever asked has gone, before the request was all there or while it was answered.
  if (error === request.errored || (request.destroyed && !response.writable)) return;
  if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  log.error({ event: 'request_failed', err: error });
  if (response.headersSent) response.destroy();
  else refuse(request, response, 500, new AppError('unexpected').message);
}
