const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Standard Webhooks' schedule: how long after each failed try the next one comes. After the last one it is parked. */
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
const LONGEST_REQUESTED_WAIT_MS = 24 * HOUR;

/**
 * How long to wait after a message's `failures`th failed try in a row, within 20 % of the schedule; never less than
 * the receiver asks for, which counts up to a day. Undefined once the tries are used up.
 */
export function retryDelayMs(failures: number, requestedMs = 0, random = Math.random()): number | undefined {
  const planned = RETRY_DELAYS_MS[failures - 1];
  if (planned === undefined) return undefined;
  const jittered = planned * (1 + JITTER * (2 * random - 1));
  return Math.max(jittered, Math.min(requestedMs, LONGEST_REQUESTED_WAIT_MS));
}
