import { useState } from 'react';
import type { Colleague, CopiedLink, Member } from '~/shared/accounts/member';
import type { Question } from '~/shared/strings/confirmations';
import { crmStrings } from '~/shared/strings/crm';
import { mailStrings } from '~/shared/strings/mail';
import { teamStrings } from '~/shared/strings/team';
import { callApi, patch } from '../api-client';
import { ConfirmDialog } from '../ui/Dialog';
import { CheckboxField, SelectField } from '../ui/forms/Field';
import { CopiedLinkDialog } from '../ui/reading/CopiedLinkDialog';
import { EmptyList } from '../ui/reading/EmptyList';
import { useRefetch } from '../ui/reading/useRefetch';
import { attempt } from '../ui/run-with-toast';
import { Table } from '../ui/Table';
import { useConfirm } from '../ui/useConfirm';
import { MEMBER_GRID, MemberRow } from './MemberRow';
import { type Handover, handLink, isStepDown, type MemberAction, suspend } from './member-actions';

const COLUMNS = Object.entries(teamStrings.columns).map(([key, title]) => ({
  key,
  title,
  ...(key === 'actions' && { className: 'lg:text-right' }),
}));

/** The members, and those who may own leads. */
type Team = { members: Member[]; staff: Colleague[] };

const fetchTeam = async (): Promise<Team> => {
  const [{ members }, { staff }] = await Promise.all([
    callApi<Pick<Team, 'members'>>('/api/team'),
    callApi<Pick<Team, 'staff'>>('/api/staff'),
  ]);
  return { members, staff };
};

type Props = {
  /** Null if the server could not read them. */
  team: Team | null;
  ownId: string;
};

/** The provider's own staff, and an administrator's actions on them. */
export function TeamTable({ ownId, ...initial }: Props) {
  const reading = useRefetch(initial.team, fetchTeam, teamStrings.toasts.loadFailed);
  const { value: team, setValue, act } = reading;
  const { ask, dialog } = useConfirm();
  const [copied, setCopied] = useState<{ name: string; link: CopiedLink } | null>(null);
  const [steppingDown, setSteppingDown] = useState<{ member: Member; action: MemberAction } | null>(null);

  function run(member: Member, action: MemberAction, handover?: Handover): Promise<boolean> {
    const { undo } = action;
    return act(() => action.run(member, handover), {
      done: action.done ?? action.label,
      ...action.detail?.(member),
      failed: teamStrings.toasts.failed,
      undo: undo && (() => void run(member, undo)),
    });
  }

  const hand = (member: Member) =>
    act(async () => setCopied({ name: member.name, link: await handLink.run(member) }), {
      failed: mailStrings.copyFailed,
    });

  function choose(member: Member, action: MemberAction) {
    if (action === handLink) void hand(member);
    else if (isStepDown(action)) setSteppingDown({ member, action });
    else if (action.question) ask(action.question(member.name), () => run(member, action));
    else void run(member, action);
  }

  function showTurn(id: string, takes_leads: boolean) {
    const change = (one: Colleague) => (one.id === id ? { ...one, takes_leads } : one);
    setValue((known) => known && { ...known, staff: known.staff.map(change) });
  }

  /** Optimistic: reverted if refused. */
  async function turn({ id, name }: Member, takes: boolean, undo?: () => void) {
    showTurn(id, takes);
    const { toasts } = teamStrings;
    const done = (takes ? toasts.takesLeads : toasts.takesNoLeads)(name);
    const change = () => patch(`/api/team/${id}`, { takes_leads: takes });
    if (!(await attempt(change, { done, failed: toasts.failed, undo }))) showTurn(id, !takes);
  }

  if (!team) return reading.failure;
  const { members, staff } = team;
  if (members.length === 0) return <EmptyList>{teamStrings.empty}</EmptyList>;
  return (
    <div className="table-plate">
      <Table label={teamStrings.team} columns={COLUMNS} template={MEMBER_GRID}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isSelf={member.id === ownId}
            takesLeads={staff.find(({ id }) => id === member.id)?.takes_leads ?? null}
            onTurn={(takes) => void turn(member, takes, () => void turn(member, !takes))}
            onChoose={(action) => choose(member, action)}
          />
        ))}
      </Table>
      {dialog}
      {copied && <CopiedLinkDialog whose={copied.name} link={copied.link} onClose={() => setCopied(null)} />}
      {steppingDown?.action.question && (
        <StepDownDialog
          member={steppingDown.member}
          question={steppingDown.action.question(steppingDown.member.name)}
          heirs={steppingDown.action === suspend ? staff : null}
          onConfirm={(handover) => run(steppingDown.member, steppingDown.action, handover)}
          onClose={() => setSteppingDown(null)}
        />
      )}
    </div>
  );
}

/** Confirms suspending somebody or ending their administrator role, and asks who takes over what they leave. */
function StepDownDialog({
  member,
  question: { title, text, confirm },
  heirs,
  onConfirm,
  onClose,
}: {
  member: Member;
  question: Question;
  /** Who can take their leads; null if they keep them. */
  heirs: readonly Colleague[] | null;
  onConfirm: (handover: Handover) => Promise<unknown>;
  onClose: () => void;
}) {
  const [leadsTo, setLeadsTo] = useState('');
  const [keepTokens, setKeepTokens] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const { tokens } = member;
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirm}
      busyLabel={busy && crmStrings.working}
      onConfirm={async () => {
        setBusy(true);
        await onConfirm({ leadsTo: leadsTo || null, keepTokens });
        onClose();
      }}
      onClose={onClose}
    >
      {(heirs || member.roles.includes('admin')) && (
        <div className="grid gap-4">
          {heirs && (
            <SelectField
              label={teamStrings.leadsTo}
              value={leadsTo}
              onChange={({ target }) => setLeadsTo(target.value)}
            >
              <option value="">{teamStrings.leadsToNobody}</option>
              {heirs
                .filter(({ id }) => id !== member.id)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
          )}
          {member.roles.includes('admin') && <p>{teamStrings.destinationsLeft}</p>}
          {tokens.length > 0 && (
            <fieldset className="grid max-h-60 gap-2 overflow-y-auto">
              <legend className="mb-2 text-ink-soft">{teamStrings.tokensLeft}</legend>
              {tokens.map(({ id, name }) => (
                <CheckboxField
                  key={id}
                  label={teamStrings.keepToken(name)}
                  checked={keepTokens.includes(id)}
                  onChange={({ target }) =>
                    setKeepTokens((kept) => (target.checked ? [...kept, id] : kept.filter((one) => one !== id)))
                  }
                />
              ))}
            </fieldset>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
