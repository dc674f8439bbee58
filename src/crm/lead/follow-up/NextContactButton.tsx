import { addDays } from '~/shared/leads/days';
import { describeDay, describeNextContact } from '~/shared/leads/describe-day';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { $dayPicker } from './follow-up-state';

const { nextContact: strings } = leadStrings;

/** A lead's next contact as a small button in its row, which opens the list's day picker. */
export function NextContactButton({ lead, today }: { lead: Lead; today: string }) {
  const when = describeNextContact(lead, today);
  const day = lead.next_contact_on;
  const isOverdue = day !== null && day < today;

  return (
    <button
      type="button"
      aria-label={
        when === null
          ? strings.plan(lead.nombre)
          : strings.planned(lead.nombre, isOverdue ? strings.overdue(when) : when)
      }
      title={when === null ? strings.title : strings.saved(when)}
      aria-haspopup="dialog"
      data-when={day ? shortDay(day, today) : undefined}
      data-due={isOverdue ? 'late' : day === today ? 'today' : undefined}
      onClick={({ currentTarget: anchor }) => $dayPicker.set({ leadId: lead.id, anchor })}
      className="lead-button lead-next"
    />
  );
}

/** As short as fits in a row: within the next months it is unambiguous. */
function shortDay(day: string, today: string): string {
  if (day === addDays(today, 1)) return strings.tomorrowInRow;
  const said = describeDay(day, today);
  return day > today && day < addDays(today, 300) ? said.slice(0, 5) : said;
}
