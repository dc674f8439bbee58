const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait after each failed attempt, as Standard Webhooks suggests. After the last, a message has failed for good. */
const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const JITTER = 0.2;
const MAX_REQUESTED_DELAY_MS = 24 * HOUR;

/**
 * The wait after the `failures`th failed attempt: the schedule with 20 % jitter, but at least what the receiver asks
 * for (up to a day). Undefined when no attempt is left.
 */
export function retryDelayMs(failures: number, requestedMs = 0, random = Math.random()): number | undefined {
  const planned = RETRY_DELAYS_MS[failures - 1];
  if (planned === undefined) return undefined;
  const jittered = planned * (1 + JITTER * (2 * random - 1));
  return Math.max(jittered, Math.min(requestedMs, MAX_REQUESTED_DELAY_MS));
}
