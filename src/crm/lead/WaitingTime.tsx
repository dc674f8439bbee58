import { describeDuration } from '~/shared/duration';
import { leadStrings } from '~/shared/strings/leads';
import { Icon } from '../ui/Icon';
import { useNow } from '../ui/useNow';

/** Past this, somebody else may have answered first. */
const TARGET_MS = 5 * 60_000;

/** How long a lead has waited for its first contact. `now` is the server's time, for the first paint. */
export function WaitingTime({ since, now }: { since: string; now: number }) {
  const waited = Math.max(0, useNow(now) - Date.parse(since));
  return (
    <span className={waited > TARGET_MS ? 'waiting waiting-long' : 'waiting'}>
      <Icon name="clock" className="size-3.5" />
      {leadStrings.waitingFor(describeDuration(waited))}
    </span>
  );
}
