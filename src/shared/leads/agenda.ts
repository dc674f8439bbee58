import type { AgendaCounts, LeadCounters } from './counters';
import { addDays } from './days';
import type { Lead } from './lead';
import { isWaiting } from './waiting';

/** Days counted individually: every 'today' on earth, and panels left open over midnight. */
const COUNTED_DAYS = 6;

export function lastCountedDay(desde: string): string {
  return addDays(desde, COUNTED_DAYS - 1);
}

/** The days counted individually, and the one before `desde`. */
export function listCountedDays(desde: string): string[] {
  return Array.from({ length: COUNTED_DAYS + 1 }, (_, at) => addDays(desde, at - 1));
}

/** Leads due on a day, and those overdue by then. */
export function dueOn({ desde, antes, dias }: AgendaCounts, today: string) {
  let vencidos = antes;
  for (let day = desde; day < today && day <= lastCountedDay(desde); day = addDays(day, 1)) vencidos += dias[day] ?? 0;
  return { hoy: dias[today] ?? 0, vencidos };
}

/** The counts after a lead enters (1) or leaves (-1) the agenda. */
export function countNextContact(
  counts: AgendaCounts,
  { next_contact_on }: Pick<Lead, 'next_contact_on'>,
  step: 1 | -1,
): AgendaCounts {
  const { desde, antes, dias } = counts;
  if (!next_contact_on || next_contact_on > lastCountedDay(desde)) return counts;
  if (next_contact_on < desde) return { ...counts, antes: antes + step };
  return { ...counts, dias: { ...dias, [next_contact_on]: (dias[next_contact_on] ?? 0) + step } };
}

/** The size of a person's day: leads due by `today`, and those that wait, whatever the day, under '', which sorts first. */
export function countToDoBy(today: string, counts: Record<string, number> = {}): number {
  return Object.entries(counts).reduce((sum, [day, total]) => (day <= today ? sum + total : sum), 0);
}

/** Each person's to-do counts after a lead comes to (1) or leaves (-1) its owner. */
export function countToDo(
  counts: LeadCounters['por_hacer'],
  desde: string,
  lead: Lead,
  step: 1 | -1,
): LeadCounters['por_hacer'] {
  const { owner_id } = lead;
  const day = toDoOn(lead, desde);
  if (!owner_id || day === null) return counts;
  const own = counts[owner_id] ?? {};
  return { ...counts, [owner_id]: { ...own, [day]: (own[day] ?? 0) + step } };
}

/** The day that a lead's to-do counts on: '' for each, null for none of those counted. */
function toDoOn(lead: Lead, desde: string): string | null {
  const { next_contact_on, awaiting_reply_since } = lead;
  if (awaiting_reply_since) return '';
  if (!next_contact_on) return isWaiting(lead) ? '' : null;
  const yesterday = addDays(desde, -1);
  if (next_contact_on > lastCountedDay(desde)) return null;
  return next_contact_on < yesterday ? yesterday : next_contact_on;
}

/** Each person's leads after one comes to (1) or leaves (-1) its owner. */
export function countOwner(
  totals: LeadCounters['duenos'],
  { owner_id }: Pick<Lead, 'owner_id'>,
  step: 1 | -1,
): LeadCounters['duenos'] {
  const owner = owner_id ?? '';
  return { ...totals, [owner]: (totals[owner] ?? 0) + step };
}
