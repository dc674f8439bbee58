import { selectOverdueTotals, selectOwnerName } from './owner-queries';

/** Leads overdue on a day, per owner; '' is nobody. */
export function countOverdue(today: string): Map<string, number> {
  return new Map(
    selectOverdueTotals()
      .all({ today })
      .map(({ owner, total }) => [owner, total]),
  );
}

/** Names of owners by id; deleted accounts are left out. */
export function readOwnerNames(ids: string[]): Map<string, string> {
  return new Map(
    ids.flatMap((id) => {
      const name = selectOwnerName().get({ id })?.name;
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}
