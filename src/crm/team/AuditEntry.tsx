import type { AuditEvent } from '~/shared/audit/event';
import { auditStrings } from '~/shared/strings/team';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { Email } from '../ui/reading/Email';

/**
 * One entry: when, what happened to whom, and who did it. All of it links to its agency or person. `busy`: its undo is
 * running.
 */
export function AuditEntry({
  event,
  busy,
  onUndo,
}: {
  event: AuditEvent;
  busy: boolean;
  onUndo: (undo: string) => void;
}) {
  const { undo } = event;
  const href = addressOf(event);
  const what = auditStrings.types[event.type];
  const nobody = event.address === null ? auditStrings.server : auditStrings.visitor;
  const whom = [event.subject_email, event.company_name].filter(Boolean).join(' · ');
  return (
    <li
      className={`relative grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5 md:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1fr)] xl:grid-cols-[3.5rem_minmax(0,2fr)_minmax(0,1fr)] ${href ? 'hover:bg-petrol-haze/60' : ''}`}
    >
      <LocalTime
        at={event.created_at}
        parts="time"
        className="font-display text-lg/6 font-bold tabular-nums"
      />
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
        {event.address && (
          <span className="block text-ink-faint tabular-nums">{auditStrings.from(event.address)}</span>
        )}
      </p>
    </li>
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
  return (
    <span className="block text-sm text-ink-soft">
      {from === null ? say(to) : `${say(from)} → ${say(to)}`}
    </span>
  );
}
