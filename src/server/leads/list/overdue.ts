import { selectOverdueTotals, selectOwnerName } from '../owner-queries';

/** How many leads of each person are overdue on a day; '' is nobody. */
export function countOverdue(today: string): Map<string, number> {
  return new Map(
    selectOverdueTotals()
      .all({ today })
      .map(({ owner, total }) => [owner, total]),
  );
}

/** What these people are called who have leads, or had some; nobody who was deleted is among them. */
export function nameOwners(ids: string[]): Map<string, string> {
  return new Map(
    ids.flatMap((id) => {
      const name = selectOwnerName().get({ id })?.name;
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}
