import { setImmediate } from 'node:timers/promises';
import { selectDueOwners, selectOverdueDays, selectOwnerName } from '../owner-queries';

/** So many leads are counted at once, in some 10 ms. */
const AT_ONCE = 20_000;

/** How many leads of each person are overdue on a day; '' is nobody. Other requests are answered in between. */
export async function countOverdue(today: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let [first, waiting] = ['', 0];
  function count(last: string): void {
    for (const { owner_id } of selectDueOwners().all({ first, last }))
      counts.set(owner_id ?? '', (counts.get(owner_id ?? '') ?? 0) + 1);
  }
  let last = '';
  for (const { day, total } of selectOverdueDays().all({ today })) {
    if (waiting > 0 && waiting + total > AT_ONCE) {
      count(last);
      await setImmediate();
      waiting = 0;
    }
    if (waiting === 0) first = day;
    waiting += total;
    last = day;
  }
  if (waiting > 0) count(last);
  return counts;
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
