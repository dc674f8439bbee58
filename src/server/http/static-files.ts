import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { accepts, type Encoding } from './compression';
import { decodePath, isKnownVersion } from './request-checks';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
type Variant = { body: Buffer; etag: string; encoding?: Encoding };
type StaticFile = { type: string; cacheControl: string; plain: Variant; compressed: Variant[] };

const TYPES: Record<string, string> = {
  '.html': 'text/html;charset=utf-8',
  '.css': 'text/css;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.json': 'application/json;charset=utf-8',
  '.webmanifest': 'application/manifest+json;charset=utf-8',
  '.xml': 'application/xml;charset=utf-8',
  '.txt': 'text/plain;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

const VARIANTS: [suffix: string, encoding: Encoding][] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
];

/**
 * Serves the built landing and assets, as .br or .gz if the browser accepts it. Files with a hash in their name are
 * cached forever; pages are revalidated each time. All files are read now: they take one or two megabytes, and no
 * request can fail for lack of file handles.
 */
export function readStaticFiles(folder: string): Handler {
  const files = readFiles(folder);
  return (request, response, next) => {
    const file = findFile(files, request);
    if (file) writeFile(file, request, response);
    else next();
  };
}

function writeFile(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  const offered = request.headers['accept-encoding'];
  const variant = file.compressed.find(({ encoding }) => accepts(offered, encoding)) ?? file.plain;
  response.setHeader('cache-control', file.cacheControl);
  response.setHeader('etag', variant.etag);
  if (file.compressed.length > 0) response.setHeader('vary', 'Accept-Encoding');
  if (isKnownVersion(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': variant.body.byteLength,
    ...(variant.encoding && { 'content-encoding': variant.encoding }),
  });
  response.end(request.method === 'HEAD' ? undefined : variant.body);
}

/** Every built file by its path in a URL, except hidden files and error pages. */
function readFiles(folder: string): Map<string, StaticFile> {
  const contents = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`;
    if (!entry.isFile() || path.includes('/.') || /^\/(404|500)\.html/.test(path)) continue;
    contents.set(path, readFileSync(join(folder, path)));
  }
  const files = new Map<string, StaticFile>();
  for (const [path, body] of contents) {
    if (VARIANTS.some(([suffix]) => path.endsWith(suffix))) continue;
    files.set(path, {
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      cacheControl: cacheControlOf(path),
      plain: toVariant(body),
      compressed: VARIANTS.flatMap(([suffix, encoding]) => {
        const compressed = contents.get(path + suffix);
        return compressed ? [{ ...toVariant(compressed), encoding }] : [];
      }),
    });
  }
  return files;
}

function cacheControlOf(path: string): string {
  if (path.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  // An old worker would show notices for as long as any cache kept it.
  return path === '/sw.js' ? 'no-cache' : 'public, max-age=0, must-revalidate';
}

function toVariant(body: Buffer): Variant {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/** `/gracias` is gracias.html or gracias/index.html. */
function findFile(files: Map<string, StaticFile>, request: IncomingMessage): StaticFile | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = decodePath(request);
  const page = path.replace(/\/$/, '');
  return files.get(path) ?? files.get(`${page}.html`) ?? files.get(`${page}/index.html`);
}
