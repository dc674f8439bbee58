import type { IncomingMessage } from 'node:http';
import { tooLarge } from '~/shared/strings/errors';
import { AppError } from '../app-error';

/** How large a body may be, and how long it may take to arrive. */
export type BodyLimits = { bytes: number; seconds: number };

/** The largest body any form or JSON of this product needs, with some reserve. */
const ORDINARY: BodyLimits = { bytes: 64 * 1024, seconds: 30 };

/** Whether a body with this method is read. */
export function mayHaveBody(method: string | undefined): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Whether a body of this Content-Length may be larger than what everybody may send. */
export function mayBeLarge(contentLength: string | null): boolean {
  return contentLength === null || Number(contentLength) > ORDINARY.bytes;
}

/**
 * The whole body. Rejects if the connection ends early. Throws AppError `too_large` as soon as past the limit, and
 * `too_slow` past the time.
 */
export async function readBody(request: IncomingMessage, { bytes, seconds } = ORDINARY): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytes)
    throw new AppError('too_large', { message: tooLarge(bytes) });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const giveUp = (error: AppError) => {
    request.pause();
    reject(error);
  };
  const endsEarly = () => reject(new Error('connection closed before the body ended'));
  const timer = setTimeout(() => giveUp(new AppError('too_slow')), seconds * 1000);
  request.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > bytes) giveUp(new AppError('too_large', { message: tooLarge(bytes) }));
    else chunks.push(chunk);
  });
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('error', reject);
  request.once('close', endsEarly);
  // Whoever left while it was decided whether to read has been reported already.
  if (request.destroyed) endsEarly();
  return promise.finally(() => clearTimeout(timer));
}
