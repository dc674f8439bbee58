import { leadStrings } from '~/shared/strings/leads';
import { addDays, daysBetween, weekdayOf } from './days';

const { nextContact: strings } = leadStrings;

/** A day relative to today: 'ayer', 'hoy', 'mañana', 'lun' within six days, else '24/11', or '24/11/27' in another year. */
export function describeDay(day: string, today: string): string {
  if (day === today) return strings.today;
  if (day === addDays(today, 1)) return strings.tomorrowShort;
  if (day === addDays(today, -1)) return strings.yesterday;
  const ahead = daysBetween(today, day);
  if (ahead > 0 && ahead < 7) return strings.days[weekdayOf(day)] ?? day;
  const [year, month, date] = day.split('-');
  return year === today.slice(0, 4) ? `${date}/${month}` : `${date}/${month}/${year?.slice(2)}`;
}

type Planned = { next_contact_on: string | null; next_contact_at: string | null };

/** A lead's next contact in words; null if none is planned. */
export function describeNextContact(lead: Planned, today: string): string | null {
  if (!lead.next_contact_on) return null;
  const day = describeDay(lead.next_contact_on, today);
  return lead.next_contact_at ? `${day} ${lead.next_contact_at}` : day;
}
