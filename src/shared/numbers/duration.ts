const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** Durations are shown in minutes up to the first limit, in hours up to the second. */
const MOST_MINUTES = 2 * HOUR;
const MOST_HOURS = 3 * DAY;

/**
 * Rounds to minutes up to two hours, hours up to three days, then days. Medians are taken after rounding, so that each
 * can be shown exactly.
 */
export function roundDuration(ms: number): number {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < MOST_MINUTES) return minutes;
  return minutes < MOST_HOURS ? minutes - (minutes % HOUR) : minutes - (minutes % DAY);
}

/** '<1 min', '45 min', '5 h', '4 días'. */
export function describeMinutes(minutes: number): string {
  if (minutes < 1) return '<1 min';
  if (minutes < MOST_MINUTES) return `${minutes} min`;
  return minutes < MOST_HOURS ? `${minutes / HOUR} h` : `${minutes / DAY} días`;
}

const HOUR_CODES = MOST_MINUTES;
const DAY_CODES = HOUR_CODES + (MOST_HOURS - MOST_MINUTES) / HOUR;

/** Rounded minutes as a dense code, for counting. */
export function codeOfMinutes(minutes: number): number {
  if (minutes < MOST_MINUTES) return minutes;
  if (minutes < MOST_HOURS) return HOUR_CODES + (minutes - MOST_MINUTES) / HOUR;
  return DAY_CODES + (minutes - MOST_HOURS) / DAY;
}

/** The inverse of `codeOfMinutes`. */
export function minutesOfCode(code: number): number {
  if (code < HOUR_CODES) return code;
  if (code < DAY_CODES) return MOST_MINUTES + (code - HOUR_CODES) * HOUR;
  return MOST_HOURS + (code - DAY_CODES) * DAY;
}
