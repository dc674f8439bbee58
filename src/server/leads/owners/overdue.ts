import { selectOverdueTotals } from './owner-queries';

/** Leads overdue on a day, per owner; '' is nobody. */
export function countOverdue(today: string): Map<string, number> {
  return new Map(
    selectOverdueTotals()
      .all({ today })
      .map(({ owner, total }) => [owner, total]),
  );
}
