import type { Member } from '~/shared/accounts/member';
import { crmStrings } from '~/shared/strings/crm';
import { teamStrings } from '~/shared/strings/team';
import { showFailure } from '../api-client';
import { EmptyList } from '../ui/reading/EmptyList';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { useRereading } from '../ui/reading/useRereading';
import { Table } from '../ui/Table';
import { showToast } from '../ui/toasts/toasts';
import { useQuestion } from '../ui/useQuestion';
import { MemberRow } from './MemberRow';
import type { MemberAction } from './member-actions';
import { fetchTeam } from './team-api';

const { loadFailed } = teamStrings.toasts;
const COLUMNS = Object.entries(teamStrings.columns).map(([key, title]) => ({ key, title }));
const TEMPLATE =
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_7.5rem_7.5rem_8rem_minmax(0,1.9fr)] 2xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_8rem_8rem_8rem_29rem]';

/** The provider's own staff, and an administrator's actions on them. */
export function TeamTable({
  ownId,
  ...initial
}: {
  /** Null where the server could not read them. */
  members: Member[] | null;
  ownId: string;
}) {
  const { value: members, isReading, readAgain } = useRereading(initial.members, fetchTeam, loadFailed);
  const { ask, dialog } = useQuestion();

  async function run(member: Member, action: MemberAction) {
    const { undo } = action;
    try {
      await action.run(member);
      showToast({
        tone: 'success',
        text: action.done,
        ...(undo && { action: { label: crmStrings.undo, run: () => void run(member, undo) } }),
      });
      void readAgain();
    } catch (error) {
      showFailure(error, teamStrings.toasts.failed);
    }
  }

  function choose(member: Member, action: MemberAction) {
    if (action.question) ask(action.question(member.name), () => run(member, action));
    else void run(member, action);
  }

  if (members === null) {
    return <LoadFailed text={loadFailed} busy={isReading} onRetry={readAgain} />;
  }
  if (members.length === 0) {
    return <EmptyList>{teamStrings.empty}</EmptyList>;
  }
  return (
    <div className="table-plate">
      <Table label={teamStrings.team} columns={COLUMNS} template={TEMPLATE}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            template={TEMPLATE}
            isSelf={member.id === ownId}
            onChoose={(action) => choose(member, action)}
          />
        ))}
      </Table>
      {dialog}
    </div>
  );
}
