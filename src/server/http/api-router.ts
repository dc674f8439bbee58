import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { getSettings } from '../env';
import { once } from '../process/once';
import { JsonAnswer } from './answer';
import { ApiRequest, type IncomingWithBody } from './api-request';
import { compressAsItPasses, compressWhole, MOST_BYTES_AT_ONCE } from './compression';
import type { Endpoint } from './endpoint';
import { RequestCookies } from './request-cookies';

type EndpointModule = Record<string, Endpoint | undefined>;
type Route = { segments: string[]; load: () => Promise<EndpointModule> };

/** The doors of the JSON API, found as Astro finds them: a file is a path, `[id]` is a parameter. */
const routes: Route[] = Object.entries(import.meta.glob<EndpointModule>('../../pages/api/**/*.ts'))
  .map(([file, load]) => ({ segments: toSegments(file), load: once(load) }))
  // A literal segment beats a parameter, as in Astro.
  .sort((a, b) => countParams(a) - countParams(b));

function toSegments(file: string): string[] {
  const path = file.slice('../../pages/'.length).replace(/(\/index)?\.ts$/, '');
  return path.split('/');
}

function countParams({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith('[')).length;
}

function findRoute(path: string): { load: Route['load']; params: Record<string, string> } | null {
  const asked = path.replace(/\/$/, '').split('/').slice(1);
  for (const { segments, load } of routes) {
    if (segments.length !== asked.length) continue;
    const params: Record<string, string> = {};
    const fits = segments.every((segment, index) => {
      const value = decodeURIComponent(asked[index] ?? '');
      if (!segment.startsWith('[')) return segment === value;
      params[segment.slice(1, -1)] = value;
      return value !== '';
    });
    if (fits) return { load, params };
  }
  return null;
}

/**
 * Answers a request for the JSON API without Astro's page pipeline, which costs more than most endpoints do.
 * Endpoints are written for either and cannot tell: `npm run dev` serves the same files through Astro. Resolves to
 * false where no file of src/pages/api answers. `isHead`: only the headers were asked for.
 */
export async function serveApi(
  request: IncomingWithBody,
  response: ServerResponse,
  locals: App.Locals,
  isHead: boolean,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', getSettings().SITE_URL);
  const route = findRoute(url.pathname);
  if (!route) return false;
  const endpoints = await route.load();
  const endpoint = endpoints[request.method ?? ''] ?? endpoints.ALL;
  if (!endpoint) return false;

  const cookies = new RequestCookies(request.headers.cookie);
  const answer = await endpoint.answer({
    request: new ApiRequest(request, response),
    url,
    params: route.params,
    cookies,
    locals,
  });
  const toSet = cookies.toHeaders();
  if (toSet.length > 0) response.setHeader('set-cookie', toSet);
  if (answer instanceof JsonAnswer) writeJson(answer, response);
  else await writeStream(answer, response, isHead);
  return true;
}

/** Whole, so that its length is known; as text, which Node sends together with the headers, where it can stay that. */
function writeJson({ status, headers, text }: JsonAnswer, response: ServerResponse): void {
  response.statusCode = status;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  if (text === undefined) {
    response.end();
    return;
  }
  response.setHeader('vary', 'Accept-Encoding');
  const accepted = response.req.headers['accept-encoding'];
  const body = accepted ? Buffer.from(text) : undefined;
  if (body && body.byteLength > MOST_BYTES_AT_ONCE) compressAsItPasses(response);
  const compressed = body ? compressWhole(body, accepted) : null;
  if (compressed) response.setHeader('content-encoding', compressed.encoding);
  response.end(compressed?.body ?? text);
}

async function writeStream(answer: Response, response: ServerResponse, isHead: boolean): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  compressAsItPasses(response);
  if (isHead || !answer.body) {
    response.end();
    // It may have no end of its own.
    await answer.body?.cancel();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
}
