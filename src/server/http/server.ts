import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AppError } from '../app-error';
import { log, requestLog } from '../log';
import { countRequest } from '../metrics/metrics';
import { answerMetrics, asksForMetrics } from '../metrics/metrics-door';
import { nameRoute } from '../metrics/route-name';
import { once } from '../once';
import { renderPlainPage } from '../plain-page';
import { requestScope } from '../request-scope';
import { serveApi } from './api-router';
import type { NodeAppHandler } from './astro-entry';
import { compressAsItPasses } from './compression';
import { connectionLimit } from './connection-limit';
import { mayHaveBody, readBody } from './request-body';
import { findClientAddress, findRefusal } from './request-checks';
import { setSecurityHeaders } from './security-headers';
import { readNotFoundPage, serveStaticFiles } from './static-files';

const SECOND = 1000;
const TIMES = {
  headersTimeout: 10 * SECOND,
  requestTimeout: 30 * SECOND,
  keepAliveTimeout: 65 * SECOND,
  connectionsCheckingInterval: 2 * SECOND,
};

/**
 * The HTTP server around Astro's handler; not yet listening. `clientFolder` holds the built static files. Astro and
 * the pages are loaded by `importAstro` when somebody asks for a page: a quarter of the time until the first answer.
 */
export function makeServer(importAstro: () => Promise<NodeAppHandler>, clientFolder: string): Server {
  const loadAstro = once(importAstro);
  const serveStatic = serveStaticFiles(clientFolder);
  const notFoundPage = readNotFoundPage(clientFolder);

  const server = createServer(TIMES, (request, response) => {
    const requestId = crypto.randomUUID();
    const address = findClientAddress(request);
    logWhenDone(request, response, requestId, address);
    setSecurityHeaders(response, requestId);
    const refusal = findRefusal(request);
    if (refusal) return refuse(request, response, refusal.status, refusal.sentence);
    if (asksForMetrics(request)) {
      answerMetrics(response).catch((error) => answerFailure(error, request, response));
      return;
    }
    requestScope.run(requestId, () => {
      try {
        serveStatic(request, response, () => void serveDynamic(request, response, requestId, address));
      } catch (error) {
        answerFailure(error, request, response);
      }
    });
  });
  server.maxConnections = connectionLimit();
  // Node hands CONNECT and upgrades over as bare sockets; nobody here wants them.
  server.on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n'),
  );
  return server;

  async function serveDynamic(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    address: string,
  ) {
    // Whoever answers GET answers HEAD; Node leaves the body out of an answer to what came in as HEAD.
    if (request.method === 'HEAD') request.method = 'GET';
    try {
      if (mayHaveBody(request.method)) {
        const body = await readBody(request);
        if (body === null) return refuseTooLarge(request, response);
        Object.assign(request, { body: new Uint8Array(body) });
      }
      const locals = { requestId, clientAddress: address };
      if (request.url?.startsWith('/api/') && (await serveApi(request, response, locals))) return;
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

function wantsJson(request: IncomingMessage): boolean {
  return Boolean(request.url?.startsWith('/api/') || request.headers.accept?.startsWith('application/json'));
}

/** The last resort for what no page or endpoint caught: an exception here would end the process. */
function answerFailure(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (request.destroyed && !response.writable) return;
  // Whoever asked has gone: a panel that is closed ends its stream of live updates like this.
  if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  log.error({ event: 'request_failed', err: error });
  if (response.headersSent) response.destroy();
  else refuse(request, response, 500, new AppError('unexpected').message);
}

function refuseTooLarge(request: IncomingMessage, response: ServerResponse): void {
  // What is still arriving is not read: the connection ends with this answer.
  response.setHeader('connection', 'close');
  refuse(request, response, 413, new AppError('too_large').message);
  response.once('finish', () => request.destroy());
}

const CODE_BY_STATUS: Record<number, string> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  500: 'unexpected',
};

/** Answers in the caller's format without any page of the product. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, sentence: string): void {
  response.setHeader('cache-control', 'no-store');
  if (wantsJson(request)) {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: { code: CODE_BY_STATUS[status] ?? 'malformed', message: sentence } }),
    );
    return;
  }
  void renderPlainPage(status, sentence)
    .text()
    .then((html) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html);
    });
}

function logWhenDone(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  address: string,
): void {
  const startedAt = performance.now();
  const { method = '', url = '' } = request;
  response.once('close', () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const isStream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
    countRequest(method, nameRoute(url, response.statusCode), response.statusCode, isStream ? null : seconds);
    requestLog.info({
      event: 'request',
      request_id: requestId,
      method,
      // Without the query: it may hold what people typed, or a link's token.
      path: url.split('?', 1)[0],
      status: response.statusCode,
      ms: Math.round(seconds * 10_000) / 10,
      address,
      ...(!response.writableFinished && { aborted: true }),
    });
  });
}
