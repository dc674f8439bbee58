import { useState } from 'react';
import type { AuditEvent, AuditPage } from '~/shared/audit/event';
import type { BulkUndoAnswer } from '~/shared/leads/bulk';
import { bulkStrings } from '~/shared/strings/panel/bulk';
import { auditStrings, teamStrings } from '~/shared/strings/team';
import { callApi, post, showFailureOf } from '../api-client';
import { Button } from '../ui/Button';
import { LocalTime, useLocalDay } from '../ui/LocalTime';
import { Email } from '../ui/reading/Email';
import { EmptyList } from '../ui/reading/EmptyList';
import { pageParams } from '../ui/reading/page-params';
import { usePagedList } from '../ui/reading/usePagedList';
import { showToast } from '../ui/toasts/toasts';

/** The page following `after`, or the first one; only entries about `persona`, if given. */
const fetchAuditEvents = (persona: string | undefined, after: AuditPage | null, signal: AbortSignal) =>
  callApi<AuditPage>(`/api/audit${pageParams(after, { ...(persona && { persona }) })}`, { signal });

/** Undoes a bulk deletion, call after call; `undo` is its entry's. */
async function undoDeletion(undo: string): Promise<BulkUndoAnswer> {
  for (;;) {
    const answer = await post<BulkUndoAnswer>('/api/leads/bulk/undo', { undo }, { waits: true });
    if (answer.done) return answer;
  }
}

type Props = {
  /** Null if the server could not read it. */
  page: AuditPage | null;
  /** The one person whose entries are shown. */
  person: { id: string; email: string } | null;
};

/** Sign-ins, failed sign-ins and changes of accounts, newest first, under their days. */
export function AuditLog({ page, person }: Props) {
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
      showToast({ tone: kept > 0 ? 'warning' : 'success', text: bulkStrings.restored(restored, kept) });
    } catch (error) {
      showFailureOf(bulkStrings.undoFailed, error);
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
      {list.failure}
      {!list.failure && list.rows.length === 0 && <EmptyList>{auditStrings.empty}</EmptyList>}
      {days.size > 0 && (
        <div className="plate overflow-clip">
          {[...days].map(([day, events]) => (
            <Day key={day} events={events} undoing={undoing} onUndo={(key) => void undo(key)} />
          ))}
        </div>
      )}
      {list.moreButton(auditStrings.more)}
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
      <h2 className="border-y border-sand-line/70 bg-sand/60 px-4 py-0.5 text-sm text-ink-soft tabular-nums">
        {first && <LocalTime at={first.created_at} parts="date" />}
      </h2>
      <ol className="divide-y divide-sand-line/70">
        {events.map((event) => (
          <AuditEntry key={event.id} event={event} busy={undoing !== null && event.undo === undoing} onUndo={onUndo} />
        ))}
      </ol>
    </div>
  );
}

type AuditEntryProps = {
  event: AuditEvent;
  busy: boolean;
  onUndo: (undo: string) => void;
};

/**
 * One entry: when, what happened to whom, and who did it. All of it links to its agency or person. `busy`: its undo is
 * running.
 */
function AuditEntry({ event, busy, onUndo }: AuditEntryProps) {
  const { undo } = event;
  const href = addressOf(event);
  const what = auditStrings.types[event.type];
  const from = event.address === null ? event.attempts && auditStrings.fromMany : auditStrings.from(event.address);
  const nobody = from ? auditStrings.visitor : auditStrings.server;
  const whom = [event.subject_email, event.company_name].filter(Boolean).join(' · ');
  return (
    <li
      className={`relative grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 px-4 py-1.5 md:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1fr)] xl:grid-cols-[3.5rem_minmax(0,2fr)_minmax(0,1fr)] ${href ? 'hover:bg-petrol-haze/60' : ''}`}
    >
      <LocalTime at={event.created_at} parts="time" className="font-display text-lg/6 font-bold tabular-nums" />
      <p className="wrap-anywhere">
        {href ? (
          <a href={href} className="row-link">
            {what}
          </a>
        ) : (
          <span className="font-semibold">{what}</span>
        )}
        {whom && <span> · {whom}</span>}
        {event.to_value !== event.company_name && <Change from={event.from_value} to={event.to_value} />}
        <Attempts attempts={event.attempts} lastAt={event.last_at} />
        {undo !== null && (
          <Button
            size="small"
            className="relative z-1 mt-1.5"
            busyLabel={busy && auditStrings.undoBusy}
            onClick={() => onUndo(undo)}
          >
            {auditStrings.undo}
          </Button>
        )}
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere max-md:col-start-2">
        {event.actor_email === null ? nobody : <Email address={event.actor_email} />}
        {from && <span className="block text-ink-faint tabular-nums">{from}</span>}
      </p>
    </li>
  );
}

/** How many refused attempts an entry stands for, and when the last one was. */
function Attempts({ attempts, lastAt }: { attempts: number | null; lastAt: string | null }) {
  if (attempts === null || lastAt === null) return null;
  return (
    <span className="block text-sm text-ink-soft">
      {auditStrings.attempts(attempts)}, {auditStrings.lastAttempt} <LocalTime at={lastAt} parts="time" />
    </span>
  );
}

/** Where an entry leads: to the agency, or to all that is known of the person. */
function addressOf({ company_id, subject_id, actor_id }: AuditEvent): string | null {
  if (company_id !== null) return `/users/company/${company_id}`;
  const person = subject_id ?? actor_id;
  return person && `/users?vista=registro&persona=${person}`;
}

function Change({ from, to }: { from: string | null; to: string | null }) {
  if (to === null) return null;
  const say = (value: string) => auditStrings.values[value] ?? value;
  return <span className="block text-sm text-ink-soft">{from === null ? say(to) : `${say(from)} → ${say(to)}`}</span>;
}
