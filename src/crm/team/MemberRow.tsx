import type { Member } from '~/shared/accounts/member';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { teamStrings } from '~/shared/strings/team';
import { ActionMenu } from '../ui/ActionMenu';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { Email } from '../ui/reading/Email';
import { TableCell, TableRow } from '../ui/Table';
import { PROFILE_TONES } from '../ui/tones';
import { actionsFor, type MemberAction } from './member-actions';

const { columns } = teamStrings;

/** The columns' widths. */
export const MEMBER_GRID =
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_7.5rem_8rem_6.75rem_9rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_8.25rem_8.75rem_7.5rem_10rem]';

type Props = {
  member: Member;
  isSelf: boolean;
  /** Whether they get new leads in turn; null if they may own none. */
  takesLeads: boolean | null;
  onTurn: (takes: boolean) => void;
  onChoose: (action: MemberAction) => void;
};

/** One member of the team. One's own row has no actions. */
export function MemberRow({ member, isSelf, takesLeads, onTurn, onChoose }: Props) {
  const isAdmin = member.roles.includes('admin');
  const possible = isSelf ? [] : actionsFor(member);
  /** What a pending member is waiting for: in plain sight. */
  const offered = member.status === 'pending' ? possible[0] : undefined;
  const actions = offered ? possible.slice(1) : possible;
  return (
    <TableRow template={MEMBER_GRID}>
      <TableCell className="order-1 lg:order-none">
        <a href={`/users?vista=registro&persona=${member.id}`} className="row-link">
          {member.name}
        </a>
        {isSelf && <span className="ml-1.5 font-normal text-ink-faint">({teamStrings.you})</span>}
      </TableCell>
      <TableCell className="order-3 col-span-2 text-ink-soft wrap-anywhere lg:order-none lg:col-span-1">
        <Email address={member.email} />
      </TableCell>
      <TableCell className="order-2 justify-self-end lg:order-none lg:justify-self-auto">
        <Badge tone={PROFILE_TONES[member.status]}>{accountStrings.statuses[member.status]}</Badge>
      </TableCell>
      <TableCell label={columns.role} className="order-4 col-span-2 mt-2 lg:order-none lg:col-span-1 lg:mt-0">
        {isAdmin ? teamStrings.roles.admin : teamStrings.roles.staff}
        {takesLeads !== null && (
          <label className="relative z-1 mt-0.5 flex w-fit cursor-pointer items-center gap-1.5 text-sm text-ink-soft pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={takesLeads}
              onChange={({ target }) => onTurn(target.checked)}
              className="size-4 accent-petrol"
            />
            {teamStrings.takesLeads}
          </label>
        )}
      </TableCell>
      <TableCell label={columns.created_at} className="order-5 text-ink-soft tabular-nums lg:order-none">
        <LocalTime at={member.created_at} parts="date" />
      </TableCell>
      <TableCell
        className={`order-6 flex items-center justify-end gap-1 lg:order-none lg:col-span-1 ${offered ? 'col-span-2' : ''}`}
      >
        {offered && (
          <Button size="small" onClick={() => onChoose(offered)}>
            {offered.label}
          </Button>
        )}
        {actions.length > 0 && (
          <ActionMenu name={teamStrings.actionsFor(member.name)} actions={actions} onChoose={onChoose} />
        )}
      </TableCell>
    </TableRow>
  );
}
