import type { OwnerSlice, Report } from './report';

/** Fewer are not worth a mention. */
const MIN_BACKLOG = 3;
/** Times the others' average that counts as much more. */
const MUCH_MORE = 1.5;
/** With fewer contacts a median may be chance. */
const MIN_CONTACTS = 5;
/** Times the team's median that counts as far slower, from half an hour on. */
const FAR_SLOWER = 2;
const MIN_MINUTES = 30;

type Help = { owner: OwnerSlice; because: 'left' | 'slow' };

/** A person's backlog; a lead both overdue and waiting counts twice, as it weighs twice. */
export const backlogOf = ({ overdue, waiting }: OwnerSlice): number => overdue.total + waiting.total;

/** Who has a far larger backlog than the others, else who responds far slower; null if nobody stands out. */
export function findWhoNeedsHelp(report: Report): Help | null {
  const people = report.by_owner.filter(({ owner_id }) => owner_id !== null);
  const [most, ...others] = people.sort((a, b) => backlogOf(b) - backlogOf(a));
  if (!most) return null;
  const mean = others.length === 0 ? 0 : others.reduce((sum, owner) => sum + backlogOf(owner), 0) / others.length;
  const left = backlogOf(most);
  if (left >= MIN_BACKLOG && left >= mean * MUCH_MORE) return { owner: most, because: 'left' };
  const usual = report.response.median_minutes ?? 0;
  const [slowest] = [most, ...others]
    .filter(({ contacted, median_minutes }) => contacted.total >= MIN_CONTACTS && median_minutes !== null)
    .sort((a, b) => (b.median_minutes ?? 0) - (a.median_minutes ?? 0));
  const slow = slowest?.median_minutes ?? 0;
  return slowest && slow >= MIN_MINUTES && slow >= usual * FAR_SLOWER ? { owner: slowest, because: 'slow' } : null;
}
