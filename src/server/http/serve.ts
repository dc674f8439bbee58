import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../app-error';
import { PageAnswer, WholeAnswer } from './answer';
import type { Endpoint } from './endpoint';
import { answerError, readFailure, wantsJson, writeError, writeFailure } from './errors';
import type { HasPage } from './pages/astro-entry';
import { mayHaveBody, readBody } from './request-body';
import { decodePath } from './request-checks';
import { type FoundRoute, findRoute } from './router';
import { Visit } from './visit';
import { writeStream, writeWhole } from './write-answer';

/** Renders pages: the built Astro, or its development server. */
export type Pages = {
  has: HasPage;
  draw: (request: IncomingMessage, response: ServerResponse, locals: App.Locals) => Promise<void>;
  notFound: Buffer;
};

const NEEDS_SCRIPT = 'Para enviar este formulario hace falta JavaScript. Activalo y probá de nuevo.';

/** Answers every request, in production and in `npm run dev`: calls an endpoint or renders a page. Never rejects. */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  pages: Pages,
): Promise<void> {
  try {
    const path = decodePath(request);
    // HEAD is handled as GET. Node drops the body, as the request came in as HEAD.
    const isHead = request.method === 'HEAD';
    if (isHead) request.method = 'GET';
    const route = findRoute(path);
    if (route) {
      const answer = await callEndpoint(route, request, response, address);
      if (answer instanceof WholeAnswer) writeWhole(answer, response);
      else if (answer instanceof PageAnswer) {
        Object.assign(request, { method: 'GET', url: answer.path });
        await pages.draw(request, response, answer.locals);
      } else await writeStream(answer, response, isHead);
    } else if (!pages.has(path)) {
      answerNotFound(request, response, pages);
    } else if (request.method !== 'GET') {
      // Without JavaScript the browser sent an island's form to the page's address.
      throw new AppError('method_not_allowed', { message: NEEDS_SCRIPT, allow: 'GET, HEAD' });
    } else await pages.draw(request, response, {});
  } catch (thrown) {
    writeFailure(thrown, request, response);
  }
}

async function callEndpoint(
  { load, params }: FoundRoute,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
) {
  const endpoints = await load();
  const endpoint = endpoints[request.method ?? ''];
  if (!endpoint) throw new AppError('method_not_allowed', { allow: Object.keys(endpoints).join(', ') });
  // The sender is checked before the file is read.
  const { file } = endpoint;
  const leave = await file?.admit(new Visit(request, response, address));
  try {
    const body = mayHaveBody(request.method) ? await readBody(request, file?.limits) : undefined;
    return await answerEndpoint(endpoint, new Visit(request, response, address, body), params, request, response);
  } finally {
    leave?.();
  }
}

async function answerEndpoint(
  endpoint: Endpoint,
  visit: Visit,
  params: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  try {
    return await endpoint.answer(visit, params);
  } catch (thrown) {
    const error = readFailure(thrown);
    // The browser followed a link to a file by itself, before the page's script could ask.
    if (error.code === 'step_up' && isFollowedLink(request))
      return new PageAnswer('/cuenta/confirmar', { fileToConfirm: request.url ?? '' });
    return endpoint.answerError?.(error, visit) ?? answerError(error, request);
  } finally {
    const cookies = visit.cookies.toHeaders();
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  }
}

function isFollowedLink({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

function answerNotFound(request: IncomingMessage, response: ServerResponse, pages: Pages): void {
  if (wantsJson(request)) {
    writeError(new AppError('not_found'), request, response);
    return;
  }
  response.writeHead(404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  response.end(pages.notFound);
}
