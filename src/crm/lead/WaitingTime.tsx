import { describeDuration } from '~/shared/moments';
import { leadStrings } from '~/shared/strings/leads';
import { useNow } from '../ui/useNow';

/** The response-time target; longer waits are highlighted. */
const TARGET_MS = 5 * 60_000;

type Props = {
  since: string;
  /** The server's time, for the first paint. */
  now: number;
  /** Whether it waits for an answer, which a row only draws: it has room for the time only. */
  isReply?: boolean;
  /** The words around the time. */
  say?: (time: string) => string;
};

/** How long a lead has waited for its first contact or an answer. */
export function WaitingTime({ since, now, isReply = false, say }: Props) {
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
      title={say ? undefined : isReply ? leadStrings.awaitsReply : leadStrings.views.sin_contactar}
      className={isLong ? 'waiting waiting-long' : 'waiting'}
    >
      {isReply && <span className="waiting-reply">{leadStrings.awaitsReply} </span>}
      {(say ?? leadStrings.waitingFor)(text)}
    </span>
  );
}
