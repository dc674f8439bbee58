const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** Durations are shown in minutes up to the first limit, in hours up to the second. */
const MINUTES_LIMIT = 2 * HOUR;
const HOURS_LIMIT = 3 * DAY;

/**
 * Rounds to minutes up to two hours, hours up to three days, then days. Medians are taken after rounding, so that each
 * can be shown exactly.
 */
export function roundDuration(ms: number): number {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < MINUTES_LIMIT) return minutes;
  return minutes < HOURS_LIMIT ? minutes - (minutes % HOUR) : minutes - (minutes % DAY);
}

/** '<1 min', '45 min', '5 h', '4 días'. */
export function describeMinutes(minutes: number): string {
  if (minutes < 1) return '<1 min';
  if (minutes < MINUTES_LIMIT) return `${minutes} min`;
  return minutes < HOURS_LIMIT ? `${minutes / HOUR} h` : `${minutes / DAY} días`;
}
