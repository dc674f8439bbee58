import { useState } from 'react';
import type { AuditEvent } from '~/shared/audit/event';
import { auditStrings, teamStrings } from '~/shared/strings/team';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { Table, TableCell, TableRow } from '../ui/Table';
import { showToast } from '../ui/toasts/toasts';
import { fetchAuditEvents } from './team-api';

const { columns } = auditStrings;
const COLUMNS = Object.entries(columns).map(([key, title]) => ({ key, title }));

/** Who got in, who didn't, and who changed whose account; newest first. */
export function AuditLog(initial: { events: AuditEvent[]; next_cursor: number | null }) {
  const [events, setEvents] = useState(initial.events);
  const [cursor, setCursor] = useState(initial.next_cursor);
  const [busy, setBusy] = useState(false);

  async function showMore(before: number) {
    setBusy(true);
    try {
      const page = await fetchAuditEvents(before);
      setEvents((known) => [...known, ...page.events]);
      setCursor(page.next_cursor);
    } catch {
      showToast({ tone: 'error', text: auditStrings.loadFailed });
    }
    setBusy(false);
  }

  if (events.length === 0) {
    return (
      <p className="rounded-xl bg-white px-5 py-12 text-center text-ink-soft shadow-card">
        {auditStrings.empty}
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <div className="lg:rounded-xl lg:bg-white lg:shadow-card">
        <Table label={teamStrings.audit} columns={COLUMNS}>
          {events.map((event) => (
            <AuditRow key={event.id} event={event} />
          ))}
        </Table>
      </div>
      {cursor !== null && (
        <Button
          onClick={() => void showMore(cursor)}
          busyLabel={busy && auditStrings.loadingMore}
          className="justify-self-center"
        >
          {auditStrings.more}
        </Button>
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
