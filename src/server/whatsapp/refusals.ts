const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** An answer other than success: `code` is Meta's, null if the answer is not the API's own. */
export type Refusal = {
  status: number;
  code: number | null;
  retryAfterMs?: number | undefined;
  isOfToken: boolean;
};

/**
 * What a refusal of a message means. `lost`: a proxy answered, and Meta may have the message; `token`: the connection
 * must be repaired first; `wait`: retry after `ms`, with `all` sending nothing else meanwhile; `final`: never retry.
 */
export type Verdict =
  | { means: 'lost' }
  | { means: 'token' }
  | { means: 'wait'; ms: number; all: boolean }
  | { means: 'final'; code: number };

/** The API could not identify the caller, or the account lost the right to send. */
const TOKEN_ERROR_CODES = new Set([0, 3, 131005]);
/** The app, the account or the number sent too many messages at once. */
const THROTTLED = new Set([4, 80007, 130429, 133016]);
/** Too many to one person. */
const PERSON_THROTTLED = 131056;
/** The API is unavailable or in maintenance. */
const PASSING = new Set([1, 2, 131000, 131016, 131057, 133004]);

const RETRY_DELAYS = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE];
/** Upper bound on a requested wait. */
const MAX_WAIT = 60 * MINUTE;
/** An account's limit is counted by the hour. */
const ACCOUNT_THROTTLED = 80007;

/** The retry delay after `attempts` failed attempts. */
export function retryDelay(attempts: number): number {
  return RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length - 1)] ?? MINUTE;
}

/** Judges a refusal of a message after `attempts` failed attempts. */
export function classifyRefusal({ status, code, retryAfterMs = 0, isOfToken }: Refusal, attempts: number): Verdict {
  const ms = Math.max(Math.min(retryAfterMs, MAX_WAIT), retryDelay(attempts));
  if (code === null) {
    if (status === 429) return { means: 'wait', ms, all: true };
    return status >= 500 || status < 300 ? { means: 'lost' } : { means: 'wait', ms, all: true };
  }
  if (TOKEN_ERROR_CODES.has(code) || isOfToken) return { means: 'token' };
  if (code === ACCOUNT_THROTTLED) return { means: 'wait', ms: Math.max(ms, MINUTE), all: true };
  if (THROTTLED.has(code)) return { means: 'wait', ms, all: true };
  if (code === PERSON_THROTTLED) return { means: 'wait', ms, all: false };
  if (PASSING.has(code) || status === 429 || status >= 500) return { means: 'wait', ms, all: true };
  return { means: 'final', code };
}
