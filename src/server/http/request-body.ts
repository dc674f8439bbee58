import type { IncomingMessage } from 'node:http';
import { AppError } from '../app-error';

/** The largest body any form or JSON of this product needs, with some reserve. */
const BODY_LIMIT_BYTES = 64 * 1024;

/** Whether a body with this method is read. */
export function mayHaveBody(method: string | undefined): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** The whole body. Rejects if the connection ends early. Throws AppError `too_large` as soon as past the limit. */
export async function readBody(request: IncomingMessage, limit = BODY_LIMIT_BYTES): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new AppError('too_large');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > limit) {
        request.pause();
        reject(new AppError('too_large'));
      } else {
        chunks.push(chunk);
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('connection closed before the body ended')));
  });
}
