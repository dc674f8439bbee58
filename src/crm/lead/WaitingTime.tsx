import { describeDuration } from '~/shared/duration';
import { leadStrings } from '~/shared/strings/leads';
import { useAsTimePasses } from '../ui/useNow';

/** Whoever answers first wins the sale, so a longer wait is marked. */
const TARGET_MS = 5 * 60_000;

/** How long a lead has waited for its first contact. `now` is the server's time, for the first paint. */
export function WaitingTime({ since, now }: { since: string; now: number }) {
  const waitedAt = (moment: number) => Math.max(0, moment - Date.parse(since));
  const text = useAsTimePasses(
    (now) => describeDuration(waitedAt(now)),
    () => describeDuration(waitedAt(now)),
  );
  const isLong = useAsTimePasses(
    (now) => waitedAt(now) > TARGET_MS,
    () => waitedAt(now) > TARGET_MS,
  );
  return (
    <span title={leadStrings.filters.waiting} className={isLong ? 'waiting waiting-long' : 'waiting'}>
      {leadStrings.waitingFor(text)}
    </span>
  );
}
