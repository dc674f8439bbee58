import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestLog } from '../log';
import { countRequest } from '../metrics/metrics';
import { nameRoute } from '../metrics/route-name';

/** Longer than any path of ours; whoever makes paths up must not fill the disk with them. */
const MOST_OF_A_PATH = 256;

/** Counts the request and writes its line when its answer is over, however it ended. */
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

/** Without the query: it may hold what people typed, or a link's token. */
function shorten(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.length > MOST_OF_A_PATH ? `${path.slice(0, MOST_OF_A_PATH)}…` : path;
}
