import { Fragment } from 'react';
import { describeAct, describeActor } from '~/shared/leads/describe-event';
import type { LeadEvent } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import { timelineStrings as strings } from '~/shared/strings/lead/timeline';
import { RelativeTime } from '../../ui/RelativeTime';
import type { LeadActions } from '../lead-actions';
import { UndoAct } from '../undo/UndoAct';
import type { ActEvents } from './arrange-story';

/** An event of a lead as a quiet line; a joined enquiry's message below it. */
export function StoryLine({ act, lead, panel }: { act: ActEvents; lead: Lead; panel: LeadActions }) {
  const [first] = act;
  const undoable = act.find((event) => event.undoable);
  return (
    <li className="story-event">
      <p className="story-line">
        <span className="font-medium">{describeActor(first)}</span> {describeAct(act)} ·{' '}
        <RelativeTime at={first.created_at} now={Date.now()} />
        {undoable && <UndoAct event={undoable} {...{ lead, panel }} />}
      </p>
      {act.map(({ id, consent, other }) => (
        <Fragment key={id}>
          {consent && <p className="story-line">{strings.consent(consent)}</p>}
          {other && <OtherLead lead={other} />}
        </Fragment>
      ))}
    </li>
  );
}

/** What a joined lead said of the person. */
function OtherLead({
  lead: { nombre, email, whatsapp, mensaje },
}: {
  lead: NonNullable<LeadEvent['other']>;
}) {
  return (
    <div className="bubble bubble-said">
      <p className="text-sm text-ink-soft wrap-anywhere">
        {[nombre, email, whatsapp].filter(Boolean).join(' · ')}
      </p>
      {mensaje && <p className="whitespace-pre-line">{mensaje}</p>}
    </div>
  );
}
