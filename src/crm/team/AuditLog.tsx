import type { AuditEvent, AuditPage } from '~/shared/audit/event';
import { auditStrings, teamStrings } from '~/shared/strings/team';
import { LocalTime } from '../ui/LocalTime';
import { EmptyList } from '../ui/reading/EmptyList';
import { LoadMore } from '../ui/reading/LoadMore';
import { usePagedList } from '../ui/reading/usePagedList';
import { Table, TableCell, TableRow } from '../ui/Table';
import { fetchAuditEvents } from './team-api';

const { columns } = auditStrings;
const COLUMNS = Object.entries(columns).map(([key, title]) => ({ key, title }));

/** Sign-ins, failed sign-ins and changes of accounts, newest first. */
export function AuditLog({ page }: { page: AuditPage }) {
  const list = usePagedList({
    name: 'events',
    start: page,
    query: undefined,
    fetchPage: (_, after, signal) => fetchAuditEvents(after, signal),
    failed: auditStrings.loadFailed,
  });

  if (list.rows.length === 0) {
    return <EmptyList>{auditStrings.empty}</EmptyList>;
  }
  return (
    <div className="grid gap-4">
      <div className="lg:rounded-xl lg:bg-white lg:shadow-card">
        <Table label={teamStrings.audit} columns={COLUMNS}>
          {list.rows.map((event) => (
            <AuditRow key={event.id} event={event} />
          ))}
        </Table>
      </div>
      {list.page?.next_cursor != null && (
        <LoadMore text={auditStrings.more} busy={list.loading === 'more'} onPress={list.more} />
      )}
    </div>
  );
}

function AuditRow({ event }: { event: AuditEvent }) {
  const subject = [event.subject_email, event.company_name].filter(Boolean).join(' · ');
  return (
    <TableRow>
      <TableCell className="order-2 col-span-2 text-sm text-ink-faint tabular-nums lg:whitespace-nowrap">
        <LocalTime at={event.created_at} />
      </TableCell>
      <TableCell className="order-1 col-span-2 font-medium">
        {auditStrings.types[event.type]}
        <Change from={event.from_value} to={event.to_value} />
      </TableCell>
      <TableCell label={columns.actor} className="order-3 col-span-2 wrap-anywhere">
        {event.actor_email ?? <span className="text-ink-faint">{auditStrings.nobody}</span>}
      </TableCell>
      <TableCell {...(subject && { label: columns.subject })} className="order-4 col-span-2 wrap-anywhere">
        {subject}
      </TableCell>
      <TableCell
        {...(event.address && { label: columns.address })}
        className="order-5 col-span-2 text-sm text-ink-faint tabular-nums"
      >
        {event.address}
      </TableCell>
    </TableRow>
  );
}

function Change({ from, to }: { from: string | null; to: string | null }) {
  if (to === null) return null;
  const say = (value: string) => auditStrings.values[value] ?? value;
  return (
    <span className="block text-sm font-normal text-ink-soft wrap-anywhere">
      {from === null ? say(to) : `${say(from)} → ${say(to)}`}
    </span>
  );
}
