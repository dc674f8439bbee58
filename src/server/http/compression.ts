import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import compression from 'compression';

export type Encoding = 'br' | 'gzip';

const MIN_BYTES = 1024;
/** About 3 ms of work. Longer bodies are streamed, which lets other requests run in between. */
export const MAX_SYNC_BYTES = 2 ** 20;
const GZIP = { level: 4 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const compressStream = compression({
  threshold: MIN_BYTES,
  ...GZIP,
  brotli: BROTLI,
  filter: (_request, response) =>
    /^(text\/(?!event-stream)|application\/json)/.test(String(response.getHeader('content-type') ?? '')),
}) as unknown as (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Compresses the response as it is written: exports, and whatever `compressWhole` does not handle. Tuned for speed.
 * Static files are compressed at build time. Event streams are not compressed: it would delay events.
 */
export function compressAsItPasses(response: ServerResponse): void {
  compressStream(response.req, response, () => {});
}

/** Compresses a complete body; null if it stays as it is. A stream would take ten times the CPU for the same bytes. */
export function compressWhole(
  body: Buffer,
  acceptEncoding: string | null | undefined,
): { body: Buffer<ArrayBuffer>; encoding: Encoding } | null {
  if (body.byteLength < MIN_BYTES || body.byteLength > MAX_SYNC_BYTES) return null;
  if (accepts(acceptEncoding, 'br')) return { body: brotliCompressSync(body, BROTLI), encoding: 'br' };
  if (accepts(acceptEncoding, 'gzip')) return { body: gzipSync(body, GZIP), encoding: 'gzip' };
  return null;
}

export function accepts(acceptEncoding: string | null | undefined, encoding: Encoding | undefined): boolean {
  const offered = acceptEncoding?.split(',') ?? [];
  return offered.some((offer) => {
    const [name, ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
