import { useState } from 'react';
import type { AuditEvent, AuditPage } from '~/shared/audit/event';
import { manyStrings } from '~/shared/strings/panel/bulk';
import { auditStrings, teamStrings } from '~/shared/strings/team';
import { showFailureOf } from '../api-client';
import { LocalTime, useLocalDay } from '../ui/LocalTime';
import { EmptyList } from '../ui/reading/EmptyList';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { LoadMore } from '../ui/reading/LoadMore';
import { usePagedList } from '../ui/reading/usePagedList';
import { showToast } from '../ui/toasts/toasts';
import { AuditEntry } from './AuditEntry';
import { fetchAuditEvents, undoDeletion } from './team-api';

/** Sign-ins, failed sign-ins and changes of accounts, newest first, one list per day. */
export function AuditLog({
  page,
  person,
}: {
  /** Null if the server could not read it. */
  page: AuditPage | null;
  /** The one person whose entries are shown. */
  person: { id: string; email: string } | null;
}) {
  const list = usePagedList({
    name: 'events',
    start: page,
    query: person?.id,
    fetchPage: fetchAuditEvents,
    failed: auditStrings.loadFailed,
  });
  const [undoing, setUndoing] = useState<string | null>(null);
  const dayOf = useLocalDay();
  const days = Map.groupBy(list.rows, ({ created_at }) => dayOf(created_at));

  async function undo(key: string) {
    setUndoing(key);
    try {
      const { restored, kept } = await undoDeletion(key);
      showToast({ tone: kept > 0 ? 'warning' : 'success', text: manyStrings.restored(restored, kept) });
    } catch (error) {
      showFailureOf(manyStrings.undoFailed, error);
    }
    setUndoing(null);
    await list.read();
  }

  return (
    <section aria-label={teamStrings.audit} className="grid gap-4">
      {person && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 wrap-anywhere">
          {auditStrings.onlyOf(person.email)}
          <a href="/users?vista=registro" className="text-petrol underline underline-offset-4">
            {auditStrings.wholeLog}
          </a>
        </p>
      )}
      {list.isUnread ? (
        <LoadFailed
          text={auditStrings.loadFailed}
          busy={list.loading === 'first'}
          onRetry={() => void list.read()}
        />
      ) : list.rows.length === 0 ? (
        <EmptyList>{auditStrings.empty}</EmptyList>
      ) : (
        [...days].map(([day, events]) => (
          <Day key={day} events={events} undoing={undoing} onUndo={(key) => void undo(key)} />
        ))
      )}
      {list.page?.next_cursor != null && (
        <LoadMore text={auditStrings.more} busy={list.loading === 'more'} onPress={list.more} />
      )}
    </section>
  );
}

type DayProps = {
  events: AuditEvent[];
  /** The deletion being undone. */
  undoing: string | null;
  onUndo: (undo: string) => void;
};

function Day({ events, undoing, onUndo }: DayProps) {
  const [first] = events;
  return (
    <div>
      <h2 className="hour mb-2">{first && <LocalTime at={first.created_at} parts="date" />}</h2>
      <ol className="plate divide-y divide-sand-line/70">
        {events.map((event) => (
          <AuditEntry
            key={event.id}
            event={event}
            busy={undoing !== null && event.undo === undoing}
            onUndo={onUndo}
          />
        ))}
      </ol>
    </div>
  );
}
