import type { AgendaCounts } from './counters';
import { addDays } from './days';

/** Days counted individually: every 'today' on earth, and panels left open over midnight. */
const COUNTED_DAYS = 6;

export function lastCountedDay(desde: string): string {
  return addDays(desde, COUNTED_DAYS - 1);
}

/** The days counted individually, and the one before `desde`. */
export function listCountedDays(desde: string): string[] {
  return Array.from({ length: COUNTED_DAYS + 1 }, (_, at) => addDays(desde, at - 1));
}

/** Leads due on a day, and those overdue on that day. */
export function dueOn({ desde, antes, dias }: AgendaCounts, today: string) {
  let vencidos = antes;
  for (let day = desde; day < today && day <= lastCountedDay(desde); day = addDays(day, 1)) vencidos += dias[day] ?? 0;
  return { hoy: dias[today] ?? 0, vencidos };
}

/** The size of a person's day: leads due by `today`. Those that wait without a date are under '', which sorts before any date. */
export function countToDoBy(today: string, counts: Record<string, number> = {}): number {
  return Object.entries(counts).reduce((sum, [day, total]) => (day <= today ? sum + total : sum), 0);
}
