import { useState } from 'react';
import type { Member } from '~/shared/accounts/member';
import { teamStrings } from '~/shared/strings/team';
import { showFailure } from '../api-client';
import { ConfirmDialog } from '../ui/Dialog';
import { EmptyList } from '../ui/reading/EmptyList';
import { Table } from '../ui/Table';
import { showToast, showToastAlso } from '../ui/toasts/toasts';
import { MemberRow } from './MemberRow';
import type { MemberAction } from './member-actions';
import { fetchTeam } from './team-api';

const COLUMNS = Object.entries(teamStrings.columns).map(([key, title]) => ({ key, title }));

/** The provider's own staff, and an administrator's actions on them. */
export function TeamTable({ ownId, ...initial }: { members: Member[]; ownId: string }) {
  const [members, setMembers] = useState(initial.members);
  const [asking, setAsking] = useState<{ member: Member; action: MemberAction } | null>(null);
  const [busy, setBusy] = useState(false);

  async function run(member: Member, action: MemberAction) {
    setBusy(true);
    try {
      await action.run(member);
      showToast({ tone: 'success', text: action.done });
      await readAgain();
    } catch (error) {
      showFailure(error, teamStrings.toasts.failed);
    }
    setBusy(false);
    setAsking(null);
  }

  async function readAgain() {
    try {
      setMembers(await fetchTeam());
    } catch {
      showToastAlso({ tone: 'error', text: teamStrings.toasts.loadFailed });
    }
  }

  function choose(member: Member, action: MemberAction) {
    if (action.confirm) setAsking({ member, action });
    else void run(member, action);
  }

  if (members.length === 0) {
    return <EmptyList>{teamStrings.empty}</EmptyList>;
  }
  return (
    <div className="lg:rounded-xl lg:bg-white lg:shadow-card">
      <Table label={teamStrings.team} columns={COLUMNS}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isSelf={member.id === ownId}
            onChoose={(action) => choose(member, action)}
          />
        ))}
      </Table>
      {asking?.action.confirm && (
        <ConfirmDialog
          {...asking.action.confirm(asking.member.name)}
          confirmLabel={asking.action.label}
          busyLabel={busy && teamStrings.working}
          onConfirm={() => void run(asking.member, asking.action)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
