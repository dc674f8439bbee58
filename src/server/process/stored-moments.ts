/**
 * The milliseconds until a stored moment: 0 once it has come, and for one further ahead than `longestMs`, the longest
 * wait there is: that was stored while the clock was ahead, and would silence what waits for it until then.
 */
export function msUntil(moment: string, longestMs: number, now: number): number {
  const wait = Date.parse(moment) - now;
  return wait > 0 && wait <= longestMs ? wait : 0;
}

/** Two moments as ISO text, for a query: a row that may begin at `now`, or waits for longer than until `latest`, is due. */
export function dueBounds(longestMs: number, now: number): { now: string; latest: string } {
  return { now: new Date(now).toISOString(), latest: new Date(now + longestMs).toISOString() };
}
