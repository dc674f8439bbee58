import { Fragment } from 'react';
import { describeAct, describeActor } from '~/shared/leads/describe-event';
import type { LeadEvent } from '~/shared/leads/event';
import { timelineStrings as strings } from '~/shared/strings/lead/timeline';
import { RelativeTime } from '../../ui/RelativeTime';
import type { ActEvents } from './arrange-timeline';

/** An event of a lead as a quiet line; a joined enquiry's message below it. */
export function TimelineAct({ act }: { act: ActEvents }) {
  const [first] = act;
  return (
    <li className="grid min-w-0 grid-cols-1 justify-items-center gap-1.5">
      <p className="timeline-line">
        <span className="font-medium">{describeActor(first)}</span> {describeAct(act)}&nbsp;·{' '}
        <RelativeTime at={first.created_at} now={Date.now()} />
      </p>
      {act.map(({ id, consent, other }) => (
        <Fragment key={id}>
          {consent && (
            <details className="timeline-line timeline-consent">
              <summary>{strings.consent(consent)}</summary>
            </details>
          )}
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
