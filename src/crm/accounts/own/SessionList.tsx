import { callApi, del } from '~/crm/api-client';
import { ActionButton } from '~/crm/ui/ActionButton';
import { Badge } from '~/crm/ui/Badge';
import { LocalTime } from '~/crm/ui/LocalTime';
import { useRefetch } from '~/crm/ui/reading/useRefetch';
import type { OwnSession } from '~/shared/accounts/account';
import { describeBrowser } from '~/shared/accounts/describe-browser';
import { describeNetwork } from '~/shared/accounts/describe-network';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { endOtherSessions } from '../account-api';

const { sessions: strings } = accountStrings;
const fetchSessions = async () => (await callApi<{ sessions: OwnSession[] }>('/api/sessions')).sessions;

/** One's open sessions, with buttons to end any other, or all others. Null if the server could not read them. */
export function SessionList({ initial }: { initial: OwnSession[] | null }) {
  const reading = useRefetch(initial, fetchSessions, strings.loadFailed);
  const { value: sessions } = reading;

  const end = (request: () => Promise<void>, done: string) => reading.act(request, { done, failed: strings.failed });

  if (!sessions) return reading.failure;
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
                <ActionButton
                  size="small"
                  aria-label={strings.endNamed(name)}
                  onClick={() => end(() => del(`/api/sessions/${session.id}`), strings.ended)}
                  busyLabel={strings.ending}
                >
                  {strings.end}
                </ActionButton>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <div>
          <p className="mb-3 text-ink-soft">{strings.text}</p>
          <ActionButton onClick={() => end(endOtherSessions, strings.othersEnded)} busyLabel={strings.ending}>
            {strings.endOthers}
          </ActionButton>
        </div>
      )}
    </div>
  );
}
