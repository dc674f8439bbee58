import { getSettings } from '../env';
import { requestLog } from '../log';
import { addressKey } from '../rate-limit/rate-limit';

const TOLD_EVERY_MS = 60_000;
/** Refusals listed per period: of one kind, and of all kinds. Enough to see what is wrong. */
const LISTED_OF_KIND = 20;
const LISTED = 200;
/** Further addresses share one sum. */
const MOST_SUMS = 500;

type Refused = { status: number; address: string; user?: string | undefined; token?: string | undefined };
type Sum = Refused & { listed: number; count: number };

const sums = new Map<string, Sum>();
let listed = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * Whether the log lists this request. Repeated refusals (same status and address) are summed, and the sums logged once
 * a minute: a flood of refusals must not fill the disk.
 */
export function isListed(answer: Refused): boolean {
  if (!isRefusal(answer.status)) return true;
  timer ??= setTimeout(tellRefusals, TOLD_EVERY_MS).unref();
  const sum = findSum(answer);
  const scale = getSettings().RATE_LIMIT_SCALE;
  if (sum.listed < Math.ceil(LISTED_OF_KIND * scale) && listed < Math.ceil(LISTED * scale)) {
    sum.listed++;
    listed++;
    return true;
  }
  sum.count++;
  return false;
}

/** Logs the sums; also called when the process ends. */
export function tellRefusals(): void {
  clearTimeout(timer);
  timer = undefined;
  listed = 0;
  for (const { listed: _, ...sum } of sums.values())
    if (sum.count > 0) requestLog.info({ event: 'requests_refused', ...sum });
  sums.clear();
}

function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500) || status === 503;
}

function findSum({ status, address, user, token }: Refused): Sum {
  const own = { status, address: addressKey(address), user, token };
  const known = sums.get(Object.values(own).join(' '));
  if (known) return known;
  const kind = sums.size < MOST_SUMS ? own : { status, address: 'others' };
  const key = Object.values(kind).join(' ');
  const sum = sums.get(key) ?? { ...kind, listed: 0, count: 0 };
  sums.set(key, sum);
  return sum;
}
