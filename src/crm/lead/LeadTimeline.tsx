import { useLayoutEffect, useRef, useState } from 'react';
import { HISTORY_KINDS, type HistoryKind, type LeadEvent } from '~/shared/leads/event';
import { LEAD_STATUSES, type Lead, type LeadStatus } from '~/shared/leads/lead';
import { describeLeadValue } from '~/shared/leads/values';
import { crmStrings } from '~/shared/strings/crm';
import { leadFields, unset } from '~/shared/strings/lead/fields';
import { noteStrings } from '~/shared/strings/lead/notes';
import { timelineStrings as strings } from '~/shared/strings/lead/timeline';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { LoadMore } from '../ui/reading/LoadMore';
import { useReading } from '../ui/reading/useReading';
import { Loading } from '../ui/Spinner';
import { fetchTimeline } from './dialog-api';
import type { LeadActions } from './lead-actions';

const { owner } = leadStrings;

/** How long people are offered to undo their own change of a status. */
const RECENT_MS = 24 * 60 * 60 * 1000;

/** So many of those who were told are named. */
const MOST_TOLD = 3;

type Props = {
  lead: Lead;
  userId: string;
  /** What it is narrowed to; null for all. */
  kind: HistoryKind | null;
  panel: LeadActions;
};

/**
 * A lead's history, latest first: its notes, contacts and changes, or one kind of them. People can undo their own recent
 * change of its status.
 */
export function LeadTimeline({ onKind, ...props }: Props & { onKind: (kind: HistoryKind | null) => void }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div role="group" aria-label={strings.kinds} className="history-kinds">
        {[null, ...HISTORY_KINDS].map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === props.kind}
            onClick={() => onKind(kind)}
            className="history-kind"
          >
            {strings[kind ?? 'all']}
          </button>
        ))}
      </div>
      <History key={props.kind} {...props} />
    </>
  );
}

function History({ lead, userId, kind, panel }: Props) {
  const { id, as_of } = lead;
  const [pages, setPages] = useState(1);
  const read = async () => ({ ...(await fetchTimeline(id, kind, pages)), pages });
  const reading = useReading(read, `${id} ${as_of} ${pages}`, strings.failed);
  const { value: found, hasFailed } = reading;
  const section = useRef<HTMLElement>(null);
  const hasMore = Boolean(found?.next_cursor);

  // With its last press the button goes, and the focus that it had would be nowhere.
  useLayoutEffect(() => {
    if (!hasMore && document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, [hasMore]);

  if (!found)
    return (
      <div className="sheet-scroll">
        {hasFailed ? <LoadFailed text={strings.failed} onRetry={reading.retry} /> : <Loading />}
      </div>
    );

  function showMore(shown: number) {
    // After a failure they have been asked for already.
    if (pages > shown) reading.retry();
    else setPages(shown + 1);
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long history is scrolled by keyboard
    <section ref={section} aria-label={strings.title} tabIndex={0} className="sheet-scroll">
      {kind && found.events.length === 0 && <p className="text-ink-soft">{strings.none[kind]}</p>}
      <ol aria-label={strings.title} className="relative ml-1 grid gap-4 border-l-2 border-sand-line pl-5">
        {found.events.map((event) => {
          const former = findFormer(event, lead, userId);
          return (
            <li key={event.id} className="relative min-w-0">
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-[1.6rem] size-2.5 rounded-full bg-petrol ring-4 ring-white"
              />
              <p className="wrap-anywhere">
                <span className="font-medium">{describeActor(event)}</span> {describeEvent(event)}
              </p>
              {event.note && <AddedNote note={event.note} />}
              {event.consent && (
                <p className="text-sm text-ink-soft wrap-anywhere">{strings.consent(event.consent)}</p>
              )}
              {event.other && <OtherLead lead={event.other} />}
              <LocalTime at={event.created_at} className="text-sm text-ink-faint" />
              {former && (
                <Button
                  size="small"
                  look="ghost"
                  onClick={() => void panel.changeStatus(lead, former, { undo: true })}
                  className="ml-2"
                >
                  {crmStrings.undo}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {found.next_cursor && (
        <LoadMore
          text={strings.more}
          busy={pages > found.pages && !hasFailed}
          onPress={() => showMore(found.pages)}
        />
      )}
    </section>
  );
}

/** What a lead that was joined said of the person. */
function OtherLead({
  lead: { nombre, email, whatsapp, mensaje },
}: {
  lead: NonNullable<LeadEvent['other']>;
}) {
  return (
    <div className="bubble bubble-said my-1 w-fit max-w-full">
      <p className="text-sm text-ink-soft wrap-anywhere">
        {[nombre, email, whatsapp].filter(Boolean).join(' · ')}
      </p>
      {mensaje && <p className="whitespace-pre-line">{mensaje}</p>}
    </div>
  );
}

/** What a note says now. It is changed in 'Notas'. */
function AddedNote({ note }: { note: NonNullable<LeadEvent['note']> }) {
  if (note.is_deleted) return <p className="text-ink-faint italic">{noteStrings.deletedText}</p>;
  return (
    <div className="bubble bubble-said my-1 w-fit max-w-full">
      <p className="whitespace-pre-line">{note.body}</p>
      {note.edited_at && <p className="text-sm text-ink-soft">({noteStrings.edited})</p>}
    </div>
  );
}

/**
 * The status that undoing this event brings back; null if it cannot be undone: it must be the user's own, recent, and
 * the lead must still have the status that it set. If somebody changes that meanwhile, the server refuses, as it does
 * for the toast's 'Deshacer'.
 */
function findFormer(event: LeadEvent, lead: Lead, userId: string): LeadStatus | null {
  if (event.field !== 'estado' || event.actor_id !== userId || event.to_value !== lead.estado) return null;
  if (Date.now() - Date.parse(event.created_at) > RECENT_MS) return null;
  return LEAD_STATUSES.find((status) => status === event.from_value) ?? null;
}

function describeActor({ actor_name, type, field, to_value }: LeadEvent): string {
  if (actor_name) return actor_name;
  if (type === 'told' || type === 'anonymised') return strings.byItself;
  // Without a name it was a visitor who sent an enquiry, or a colleague whose account was deleted.
  if (type === 'changed' && field === 'owner_id') return strings.byTurn;
  return type === 'created' && to_value !== 'crm_manual' ? strings.visitor : strings.someone;
}

function describeEvent({ type, actor_name, field, from_value, to_value, other }: LeadEvent): string {
  if (type === 'created') return actor_name ? strings.created : strings.received;
  if (type === 'changed') {
    const name = leadFields[field as keyof typeof leadFields] ?? field ?? '';
    return strings.changed(name, describeValue(field, from_value), describeValue(field, to_value));
  }
  if (type === 'company_made' && to_value) return `${strings.company_made} ${to_value}`;
  if (type === 'told') return strings.told[field === 'alarm' ? 'alarm' : 'insist'](describePeople(to_value));
  if (type === 'joined' || type === 'separated') return `${strings[type]} ${other?.nombre ?? strings.erased}`;
  return strings[type];
}

/** The first few of those who were told. */
function describePeople(names: string | null): string {
  const people = names?.split('\n') ?? [];
  if (people.length === 0) return strings.someone;
  const rest = people.length - MOST_TOLD;
  return rest > 0
    ? `${people.slice(0, MOST_TOLD).join(', ')} ${strings.told.others(rest)}`
    : people.join(', ');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function describeValue(field: string | null, value: string | null): string {
  if (value === null) return field === 'owner_id' ? owner.nobody : unset;
  // Of an account that was deleted nothing but its id is left.
  if (field === 'owner_id' && UUID.test(value)) return strings.somebody;
  return describeLeadValue(field ?? '', value);
}
