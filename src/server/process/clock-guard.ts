import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { log } from '../log';

const DAY_MS = 24 * 3_600_000;
/** How far the clock may be ahead of the last moment believed. A server that runs stores one every hour. */
const MAX_AHEAD_MS = 7 * DAY_MS;
/** How long the server must run with a doubted clock before it is believed: after a long stop, or an old restore. */
const CONVINCING_MS = DAY_MS;

/** On the monotonic clock: when this process last looked. */
let lookedAt = performance.now();

const selectClock = query<[], { believed_at: string; doubted_at: string | null; doubted_ms: number }>(
  'SELECT believed_at, doubted_at, doubted_ms FROM clock WHERE id = 1',
);

const believeClock = query<[{ now: string }]>(
  `INSERT INTO clock (id, believed_at) VALUES (1, :now)
   ON CONFLICT (id) DO UPDATE SET believed_at = :now, doubted_at = NULL, doubted_ms = 0`,
);

const doubtClock = query<[{ now: string; ms: number }]>(
  'UPDATE clock SET doubted_at = :now, doubted_ms = :ms WHERE id = 1',
);

/**
 * Whether the clock may decide what is old enough to be removed for good. One that jumped ahead is doubted until it is
 * back, or until the server has run with it for a day. Remembers the present moment, for the next time.
 */
export async function isClockBelieved(): Promise<boolean> {
  const now = Date.now();
  const ran = performance.now() - lookedAt;
  lookedAt += ran;
  return inSharedTransaction(() => {
    const clock = selectClock().get();
    const moment = { now: new Date(now).toISOString() };
    const convinced = clock && isAhead(clock.believed_at, now) ? weigh(clock, now, ran) : CONVINCING_MS;
    if (convinced >= CONVINCING_MS) {
      if (clock?.doubted_at) log.warn({ event: 'clock_believed_again', ahead_of: clock.believed_at });
      believeClock().run(moment);
      return true;
    }
    if (clock?.doubted_at === null) log.error({ event: 'clock_doubted', ahead_of: clock.believed_at });
    doubtClock().run({ ...moment, ms: Math.round(convinced) });
    return false;
  });
}

type Doubted = { doubted_at: string | null; doubted_ms: number };

/** How long the server has run with this clock, in all its processes together. A further jump starts it over. */
function weigh({ doubted_at, doubted_ms }: Doubted, now: number, ran: number): number {
  const passed = doubted_at === null ? -1 : now - Date.parse(doubted_at);
  return passed < 0 || passed > MAX_AHEAD_MS ? 0 : doubted_ms + Math.min(ran, passed);
}

/** For the administrators: whether nothing is removed now because the clock is doubted. */
export function isClockDoubted(): boolean {
  const clock = selectClock().get();
  return clock !== undefined && clock.doubted_at !== null && isAhead(clock.believed_at, Date.now());
}

/** The last moment believed if the clock is now too far ahead of it to be, else null. */
export function findBelievedBefore(): string | null {
  const { believed_at } = selectClock().get() ?? {};
  return believed_at !== undefined && isAhead(believed_at, Date.now()) ? believed_at : null;
}

function isAhead(believedAt: string, now: number): boolean {
  return now - Date.parse(believedAt) > MAX_AHEAD_MS;
}
