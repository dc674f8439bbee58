import type { LeadEvent } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { LocalTime } from '../ui/LocalTime';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { useReading } from '../ui/reading/useReading';
import { Loading } from '../ui/Spinner';
import { fetchTimeline } from './lead-api';

const { timeline: strings, toasts } = leadStrings;

/** What happened to a lead, latest first. */
export function LeadTimeline({ lead: { id, as_of } }: { lead: Lead }) {
  const reading = useReading(() => fetchTimeline(id), `${id} ${as_of}`, toasts.timelineFailed);
  const { value: events } = reading;

  if (events === null && reading.hasFailed)
    return <LoadFailed text={toasts.timelineFailed} onRetry={reading.retry} />;
  if (events === null) return <Loading />;
  return (
    <ol aria-label={strings.title} className="relative grid gap-4 border-l-2 border-sand-line pl-5">
      {events.map((event) => (
        <li key={event.id} className="relative">
          <span
            aria-hidden="true"
            className="absolute top-1.5 -left-[1.6rem] size-2.5 rounded-full bg-petrol ring-4 ring-white"
          />
          <p className="wrap-anywhere">
            <span className="font-medium">{describeActor(event)}</span> {describeEvent(event)}
          </p>
          <LocalTime at={event.created_at} className="text-sm text-ink-faint" />
        </li>
      ))}
    </ol>
  );
}

function describeActor({ actor_name, type, to_value }: LeadEvent): string {
  if (actor_name) return actor_name;
  // Whoever made a lead by hand and is gone was somebody; an enquiry comes from nobody who was signed in.
  return type === 'created' && to_value !== 'crm_manual' ? strings.visitor : strings.someone;
}

function describeEvent({ type, actor_name, field, from_value, to_value }: LeadEvent): string {
  if (type === 'created') return actor_name ? strings.created : strings.received;
  if (type === 'changed') {
    const name = leadStrings.fields[field as keyof typeof leadStrings.fields] ?? field ?? '';
    return strings.changed(name, describeValue(field, from_value), describeValue(field, to_value));
  }
  return strings[type];
}

function describeValue(field: string | null, value: string | null): string {
  if (value === null) return leadStrings.unset;
  const labels: Record<string, Record<string, string>> = {
    estado: leadStrings.statuses,
    client_type: leadStrings.clientTypes,
  };
  return labels[field ?? '']?.[value] ?? value;
}
