import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';

/**
 * Compresses what is made for each request (pages and JSON), fast rather than small; static files come compressed
 * from the build. Event streams are left alone: a compressor would hold events back.
 */
export const compress = compression({
  threshold: 1024,
  level: 4,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  filter: (_request, response) =>
    /^(text\/(?!event-stream)|application\/json)/.test(String(response.getHeader('content-type') ?? '')),
}) as unknown as (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
