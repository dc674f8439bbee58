import type { OwnerSlice, Report } from './report';

/** Fewer that are left lying are nobody's trouble. */
const LEAST_LEFT = 3;
/** So many times what the others have on average is much. */
const MUCH_MORE = 1.5;
/** Of fewer contacts a median may be chance. */
const LEAST_CONTACTS = 5;
/** So many times the team's median is far slower, from half an hour on. */
const FAR_SLOWER = 2;
const LEAST_MINUTES = 30;

export type Help = { owner: OwnerSlice; because: 'left' | 'slow' };

/** How many a person has let lie, overdue and waiting; one that is both counts twice, as it weighs. */
export const leftBy = ({ overdue, waiting }: OwnerSlice): number => overdue.total + waiting.total;

/** Everybody who is somebody, those first who have let most lie. */
export function rankByLeft({ by_owner }: Report): OwnerSlice[] {
  return by_owner.filter(({ owner_id }) => owner_id !== null).sort((a, b) => leftBy(b) - leftBy(a));
}

/** Who has let far more lie than the others, else who answers far slower than all; null where nobody stands out. */
export function findWhoNeedsHelp(report: Report): Help | null {
  const [most, ...others] = rankByLeft(report);
  if (!most) return null;
  const mean =
    others.length === 0 ? 0 : others.reduce((sum, owner) => sum + leftBy(owner), 0) / others.length;
  const left = leftBy(most);
  if (left >= LEAST_LEFT && left >= mean * MUCH_MORE) return { owner: most, because: 'left' };
  const usual = report.response.median_minutes ?? 0;
  const [slowest] = [most, ...others]
    .filter(({ contacted, median_minutes }) => contacted.total >= LEAST_CONTACTS && median_minutes !== null)
    .sort((a, b) => (b.median_minutes ?? 0) - (a.median_minutes ?? 0));
  const slow = slowest?.median_minutes ?? 0;
  return slowest && slow >= LEAST_MINUTES && slow >= usual * FAR_SLOWER
    ? { owner: slowest, because: 'slow' }
    : null;
}
