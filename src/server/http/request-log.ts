import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestLog, requestScope } from '../log';
import { countRequest } from '../metrics/metrics';
import { nameRoute } from '../metrics/route-name';
import { isListed } from './refusals';

/** Longer than any real path; invented ones must not fill the disk. */
const MOST_OF_A_PATH = 256;
/** Whatever follows the calendars' path, and anything as long as a secret. */
const SECRET = /(calendario[/\\]+).+|[\w-]{43,}/i;

/**
 * Counts and logs the request once its answer is finished or cut. Names a program's token by its id, and a signed-in
 * user who was refused or throttled.
 */
export function logWhenDone(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  address: string,
): void {
  const startedAt = performance.now();
  const { method = '', url = '' } = request;
  const scope = requestScope.getStore();
  response.once('close', () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const isStream = String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
    const status = response.statusCode;
    countRequest(method, nameRoute(url, status), status, isStream ? null : seconds);
    const caller = {
      ...(scope?.token && { token: scope.token }),
      ...(scope?.user && (status === 403 || status === 429) && { user: scope.user }),
    };
    if (!isListed({ status, address, ...caller })) return;
    requestLog.info({
      event: 'request',
      request_id: requestId,
      method,
      path: shorten(url),
      status,
      ms: Math.round(seconds * 10_000) / 10,
      address,
      ...caller,
      ...(!response.writableFinished && { aborted: true }),
    });
  });
}

/** Drops the query, which may hold typed text or a link's token, and a calendar's secret, however encoded. */
function shorten(url: string): string {
  const asked = url.split('?', 1)[0] ?? '';
  const plain = decodeAscii(asked);
  const path = SECRET.test(plain) ? plain.replace(SECRET, '$1…') : asked;
  return path.length > MOST_OF_A_PATH ? `${path.slice(0, MOST_OF_A_PATH)}…` : path;
}

/** Works on undecodable paths, too. */
function decodeAscii(path: string): string {
  return path.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
