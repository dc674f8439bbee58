import type { IncomingMessage, ServerResponse } from 'node:http';
import { getSettings } from '../env';
import { requestLog, requestScope } from '../log';
import { countRequest } from '../metrics/metrics';
import { addressKey } from '../net/client-address';
import { decodePath } from './request-checks';

/** Longer than any real path; invented ones must not fill the disk. */
const MAX_PATH_LENGTH = 256;
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
    if (!isLogged({ status, address, ...caller })) return;
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
  return path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
}

/** Works on undecodable paths, too. */
function decodeAscii(path: string): string {
  return path.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

const SUMMARY_INTERVAL_MS = 60_000;
/** Refusals listed per period: of one kind, and of all kinds. Enough to see what is wrong. */
const MAX_LISTED_PER_KIND = 20;
const MAX_LISTED = 200;
/** Further addresses share one sum. */
const MAX_SUMS = 500;

type Refused = { status: number; address: string; user?: string | undefined; token?: string | undefined };
type Sum = Refused & { listed: number; count: number };

const sums = new Map<string, Sum>();
let listed = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * Whether the log lists this request. Repeated refusals (same status and address) are summed, and the sums logged once
 * a minute: a flood of refusals must not fill the disk.
 */
function isLogged(answer: Refused): boolean {
  const { status } = answer;
  if (status < 400 || (status >= 500 && status !== 503)) return true;
  timer ??= setTimeout(logRefusals, SUMMARY_INTERVAL_MS).unref();
  const sum = findSum(answer);
  const scale = getSettings().RATE_LIMIT_SCALE;
  if (sum.listed < Math.ceil(MAX_LISTED_PER_KIND * scale) && listed < Math.ceil(MAX_LISTED * scale)) {
    sum.listed++;
    listed++;
    return true;
  }
  sum.count++;
  return false;
}

/** Logs the sums; also called when the process ends. */
export function logRefusals(): void {
  clearTimeout(timer);
  timer = undefined;
  listed = 0;
  for (const { listed: _, ...sum } of sums.values())
    if (sum.count > 0) requestLog.info({ event: 'requests_refused', ...sum });
  sums.clear();
}

function findSum({ status, address, user, token }: Refused): Sum {
  const own = { status, address: addressKey(address), user, token };
  const known = sums.get(Object.values(own).join(' '));
  if (known) return known;
  const kind = sums.size < MAX_SUMS ? own : { status, address: 'others' };
  const key = Object.values(kind).join(' ');
  const sum = sums.get(key) ?? { ...kind, listed: 0, count: 0 };
  sums.set(key, sum);
  return sum;
}

/** More than the product has routes. Reaching it means the naming is wrong. */
const MAX_ROUTE_NAMES = 150;
const OTHER = 'other';

const names = new Set<string>();

/** The label a request is counted under: its path without ids. Invented paths share one, so none fill the memory. */
function nameRoute(url: string, status: number): string {
  if (status === 400 || status === 404 || status === 405 || status === 421) return OTHER;
  const path = decodePath({ url });
  if (path.startsWith('/_astro/')) return '/_astro/*';
  const name = path
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => (/\d/.test(segment) || segment.length > 40 ? ':id' : segment))
    .join('/');
  if (!names.has(name)) {
    if (names.size >= MAX_ROUTE_NAMES) return OTHER;
    names.add(name);
  }
  return name || '/';
}
