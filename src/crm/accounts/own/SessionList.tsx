import { useState } from 'react';
import { Badge } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { LocalTime } from '~/crm/ui/LocalTime';
import { LoadFailed } from '~/crm/ui/reading/LoadFailed';
import { useRereading } from '~/crm/ui/reading/useRereading';
import { showToast } from '~/crm/ui/toasts/toasts';
import type { OwnSession } from '~/shared/accounts/account';
import { describeBrowser } from '~/shared/accounts/describe-browser';
import { describeNetwork } from '~/shared/accounts/describe-network';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { endOtherSessions, endSession, fetchSessions } from '../account-api';

const { sessions: strings } = accountStrings;

/** One's open sessions, with buttons to end any other, or all others. Null if the server could not read them. */
export function SessionList({ initial }: { initial: OwnSession[] | null }) {
  const { value: sessions, isReading, readAgain } = useRereading(initial, fetchSessions, strings.loadFailed);
  const [ending, setEnding] = useState<string | null>(null);

  async function end(which: string, request: () => Promise<void>, done: string) {
    setEnding(which);
    try {
      await request();
      showToast({ tone: 'success', text: done });
      await readAgain();
    } catch {
      showToast({ tone: 'error', text: strings.failed });
    }
    setEnding(null);
  }

  if (!sessions) return <LoadFailed text={strings.loadFailed} busy={isReading} onRetry={readAgain} />;
  const others = sessions.filter((session) => !session.current);
  const here = sessions.find(({ current }) => current)?.network;
  const placeOf = ({ network, current }: OwnSession) =>
    !current && network && network === here ? strings.sameNetwork : describeNetwork(network);
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-sand-line">
        {sessions.map((session) => {
          const name = describeBrowser(session.user_agent);
          return (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {name}
                  {session.current && <Badge tone="success">{strings.current}</Badge>}
                </p>
                <p className="text-sm text-ink-faint">
                  {strings.since} <LocalTime at={session.created_at} /> · {strings.lastUsed}{' '}
                  <LocalTime at={session.last_used_at} />
                </p>
                <p className="text-sm text-ink-faint first-letter:uppercase">{placeOf(session)}</p>
              </div>
              {!session.current && (
                <Button
                  size="small"
                  aria-label={strings.endNamed(name)}
                  onClick={() => void end(session.id, () => endSession(session.id), strings.ended)}
                  busyLabel={ending === session.id && strings.ending}
                >
                  {strings.end}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length === 0 ? (
        <p className="text-ink-faint">{strings.none}</p>
      ) : (
        <div>
          <Button
            onClick={() => void end('others', endOtherSessions, strings.othersEnded)}
            busyLabel={ending === 'others' && strings.ending}
          >
            {strings.endOthers}
          </Button>
        </div>
      )}
    </div>
  );
}
