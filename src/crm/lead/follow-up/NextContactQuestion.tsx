import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { stopAsking } from './asking';
import { dayChoices } from './day-choices';

const { nextContact: strings } = leadStrings;

export type PlanContact = (
  lead: Lead,
  next: Pick<Lead, 'next_contact_on' | 'next_contact_at'>,
) => Promise<void>;

/** Asks when to contact a lead next, after a contact or a note. */
export function NextContactQuestion({
  lead,
  today,
  onPlan,
}: {
  lead: Lead;
  today: string;
  onPlan: PlanContact;
}) {
  function answer(button: HTMLElement, next_contact_on: string | null) {
    // The pressed button disappears with the question.
    button.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    stopAsking(lead.id);
    if (next_contact_on !== lead.next_contact_on)
      void onPlan(lead, { next_contact_on, next_contact_at: null });
  }
  return (
    <fieldset aria-label={strings.questionOf(lead.nombre)} className="contact-question">
      <span className="font-medium">{strings.question}</span>
      {dayChoices(today).map(({ label, day }) => (
        <Button key={label} size="small" onClick={(event) => answer(event.currentTarget, day)}>
          {label}
        </Button>
      ))}
      <Button size="small" look="ghost" onClick={(event) => answer(event.currentTarget, null)}>
        {strings.notNeeded}
      </Button>
    </fieldset>
  );
}
