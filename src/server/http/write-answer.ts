import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { WholeAnswer } from './answer';
import { compressAsItPasses, compressWhole, MAX_SYNC_BYTES } from './compression';

/** Writes a complete answer with its Content-Length. Uncompressed it stays text, which Node sends with the headers. */
export function writeWhole({ status, headers, text }: WholeAnswer, response: ServerResponse): void {
  response.statusCode = status;
  for (const name in headers) response.setHeader(name, headers[name] as string);
  if (text === undefined) {
    response.end();
    return;
  }
  response.appendHeader('vary', 'Accept-Encoding');
  const accepted = response.req.headers['accept-encoding'];
  const body = accepted ? Buffer.from(text) : undefined;
  if (body && body.byteLength > MAX_SYNC_BYTES) compressAsItPasses(response);
  const compressed = body ? compressWhole(body, accepted) : null;
  if (compressed) response.setHeader('content-encoding', compressed.encoding);
  response.end(compressed?.body ?? text);
}

/** A client that reads nothing for this long is disconnected, freeing what was held for it. */
const STALLED_CLIENT_TIMEOUT_MS = 60_000;

/** Writes a stream as it comes; with `isHead` only the headers. */
export async function writeStream(
  answer: Response,
  response: ServerResponse,
  isHead: boolean,
  patienceMs = STALLED_CLIENT_TIMEOUT_MS,
): Promise<void> {
  response.setTimeout(patienceMs);
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  compressAsItPasses(response);
  if (isHead || !answer.body) {
    response.end();
    // The stream may be endless.
    await answer.body?.cancel();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
}
