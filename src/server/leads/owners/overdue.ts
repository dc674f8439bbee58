import { query } from '../../database/connection';

/** Leads overdue per owner; '' is nobody. */
const selectOverdueTotals = query<[{ today: string }], { owner: string; total: number }>(
  `SELECT coalesce(owner_id, '') AS owner, count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on < :today GROUP BY 1`,
);

/** Leads overdue on a day, per owner; '' is nobody. */
export function countOverdue(today: string): Map<string, number> {
  return new Map(
    selectOverdueTotals()
      .all({ today })
      .map(({ owner, total }) => [owner, total]),
  );
}
