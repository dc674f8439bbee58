import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import compression from 'compression';

export type Encoding = 'br' | 'gzip';

const LEAST_BYTES = 1024;
/** About 3 ms of work; what is longer is left to the streams, which share their time with other requests. */
export const MOST_BYTES_AT_ONCE = 2 ** 20;
const GZIP = { level: 4 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const compressStream = compression({
  threshold: LEAST_BYTES,
  ...GZIP,
  brotli: BROTLI,
  filter: (_request, response) =>
    /^(text\/(?!event-stream)|application\/json)/.test(String(response.getHeader('content-type') ?? '')),
}) as unknown as (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Has what is going to be written compressed as it passes (exports, and whatever does not come through
 * `compressWhole`), fast rather than small; static files come compressed from the build. Event streams are left
 * alone: a compressor would hold events back.
 */
export function compressAsItPasses(response: ServerResponse): void {
  compressStream(response.req, response, () => {});
}

/**
 * A body that is there in full, compressed at once by what the caller takes; null where it stays as it is. A stream of
 * its own takes ten times the processor's time for the same bytes.
 */
export function compressWhole(
  body: Buffer,
  acceptEncoding: string | null | undefined,
): { body: Buffer<ArrayBuffer>; encoding: Encoding } | null {
  if (body.byteLength < LEAST_BYTES || body.byteLength > MOST_BYTES_AT_ONCE) return null;
  if (accepts(acceptEncoding, 'br')) return { body: brotliCompressSync(body, BROTLI), encoding: 'br' };
  if (accepts(acceptEncoding, 'gzip')) return { body: gzipSync(body, GZIP), encoding: 'gzip' };
  return null;
}

/** Whether Accept-Encoding names the encoding, other than to refuse it. */
export function accepts(acceptEncoding: string | null | undefined, encoding: Encoding | undefined): boolean {
  const offered = acceptEncoding?.split(',') ?? [];
  return offered.some((offer) => {
    const [name, ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
