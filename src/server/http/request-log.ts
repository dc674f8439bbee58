import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestLog } from '../log';
import { countRequest } from '../metrics/metrics';
import { nameRoute } from '../metrics/route-name';

/** Longer than any real path; invented paths must not fill the disk. */
const MOST_OF_A_PATH = 256;

/** Counts and logs the request when its answer is finished or cut. */
export function logWhenDone(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  address: string,
): void {
  const startedAt = performance.now();
  const { method = '', url = '' } = request;
  response.once('close', () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const isStream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
    countRequest(method, nameRoute(url, response.statusCode), response.statusCode, isStream ? null : seconds);
    requestLog.info({
      event: 'request',
      request_id: requestId,
      method,
      path: shorten(url),
      status: response.statusCode,
      ms: Math.round(seconds * 10_000) / 10,
      address,
      ...(!response.writableFinished && { aborted: true }),
    });
  });
}

/** Removes the query, which may contain typed text or a link's token. */
function shorten(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.length > MOST_OF_A_PATH ? `${path.slice(0, MOST_OF_A_PATH)}…` : path;
}
