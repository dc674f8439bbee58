import { type MouseEvent, useState } from 'react';
import type { Act, LeadEvent } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import { crmStrings } from '~/shared/strings/crm';
import { leadFields } from '~/shared/strings/lead/fields';
import { timelineStrings, undoStrings } from '~/shared/strings/lead/timeline';
import { Button } from '../../ui/Button';
import type { LeadActions } from '../lead-actions';

/** Undoes the act that begins with this event. */
export function UndoAct({ event, lead, panel }: { event: LeadEvent; lead: Lead; panel: LeadActions }) {
  const [busy, setBusy] = useState(false);

  async function undo({ currentTarget: button }: MouseEvent<HTMLElement>) {
    setBusy(true);
    await panel.undo(lead, event);
    setBusy(false);
    // The button goes once the history is re-read, and would drop the focus.
    if (button === document.activeElement)
      button.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
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
    type === 'changed'
      ? leadFields[field as keyof typeof leadFields]
      : timelineStrings[type as keyof typeof timelineStrings];
  return typeof text === 'string' ? text : undoStrings.act;
}
