import { describeDuration } from '~/shared/moments';
import { leadStrings } from '~/shared/strings/leads';
import { useNow } from '../ui/useNow';

/** The response-time target; longer waits are highlighted. */
const TARGET_MS = 5 * 60_000;

/**
 * How long a lead has waited for its first contact or, if `isReply`, for an answer; a row has room for the time only.
 * `now` is the server's time, for the first paint.
 */
export function WaitingTime({ since, isReply, now }: { since: string; isReply: boolean; now: number }) {
  const waitedAt = (moment: number) => Math.max(0, moment - Date.parse(since));
  const text = useNow(
    (now) => describeDuration(waitedAt(now)),
    () => describeDuration(waitedAt(now)),
  );
  const isLong = useNow(
    (now) => waitedAt(now) > TARGET_MS,
    () => waitedAt(now) > TARGET_MS,
  );
  return (
    <span
      title={isReply ? leadStrings.awaitsReply : leadStrings.filters.waiting}
      className={isLong ? 'waiting waiting-long' : 'waiting'}
    >
      {isReply && <span className="waiting-reply">{leadStrings.awaitsReply} </span>}
      {leadStrings.waitingFor(text)}
    </span>
  );
}
