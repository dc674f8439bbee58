import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Serves the built landing and assets, from the .br and .gz made at build where the browser takes them. Hashed
 * files never change; pages are checked each time.
 */
export function serveStaticFiles(folder: string): Handler {
  const serve = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      const hashed = pathname.startsWith('/_astro/');
      response.setHeader(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      );
    },
  });
  return (request, response, next) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const isErrorPage = /^\/(404|500)(\.html)?\/?$/.test(path);
    if ((request.method !== 'GET' && request.method !== 'HEAD') || isErrorPage) return next();
    serve(request, response, next);
  };
}

/** The built page for addresses that lead nowhere. */
export function readNotFoundPage(folder: string): Buffer {
  return readFileSync(join(folder, '404.html'));
}
