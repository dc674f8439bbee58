import { Fragment, type MouseEvent, useState } from 'react';
import { describeAct, describeActor } from '~/shared/leads/describe-event';
import type { Act, LeadEvent } from '~/shared/leads/event';
import { crmStrings } from '~/shared/strings/crm';
import { leadFields } from '~/shared/strings/lead/fields';
import { timelineStrings as strings, undoStrings } from '~/shared/strings/lead/timeline';
import { Button } from '../../ui/Button';
import { RelativeTime } from '../../ui/RelativeTime';
import { useOpenLead } from '../open-lead';
import type { ActEvents } from './arrange-timeline';

/** An event of a lead as a quiet line; a joined enquiry's message below it. */
export function TimelineAct({ act }: { act: ActEvents }) {
  const [first] = act;
  const undoable = act.find((event) => event.undoable);
  return (
    <li className="grid min-w-0 justify-items-center gap-1.5">
      <p className="timeline-line">
        <span className="font-medium">{describeActor(first)}</span> {describeAct(act)}&nbsp;·{' '}
        <RelativeTime at={first.created_at} now={Date.now()} />
        {undoable && <UndoAct event={undoable} />}
      </p>
      {act.map(({ id, consent, other }) => (
        <Fragment key={id}>
          {consent && <p className="timeline-line">{strings.consent(consent)}</p>}
          {other && <OtherLead lead={other} />}
        </Fragment>
      ))}
    </li>
  );
}

type Props = {
  lead: NonNullable<LeadEvent['other']>;
};

/** What a joined lead said of the person. */
function OtherLead({ lead: { nombre, email, whatsapp, mensaje } }: Props) {
  return (
    <div className="bubble bg-sand">
      <p className="text-sm text-ink-soft wrap-anywhere">{[nombre, email, whatsapp].filter(Boolean).join(' · ')}</p>
      {mensaje && <p className="whitespace-pre-line">{mensaje}</p>}
    </div>
  );
}

/** Undoes the act that begins with this event. */
function UndoAct({ event }: { event: LeadEvent }) {
  const { lead, mutations } = useOpenLead();
  const [busy, setBusy] = useState(false);

  async function undo({ currentTarget: button }: MouseEvent<HTMLElement>) {
    setBusy(true);
    await mutations.undo(lead, event);
    setBusy(false);
    // The button goes once the history is re-read, and would drop the focus.
    if (button === document.activeElement) button.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
  }

  return (
    <Button
      size="small"
      look="ghost"
      aria-label={undoStrings.named(nameAct(event))}
      onClick={undo}
      busyLabel={busy && crmStrings.working}
      className="-my-2 ml-2"
    >
      {crmStrings.undo}
    </Button>
  );
}

function nameAct({ type, field }: Act): string {
  const text =
    type === 'changed' ? leadFields[field as keyof typeof leadFields] : strings[type as keyof typeof strings];
  return typeof text === 'string' ? text : undoStrings.act;
}
