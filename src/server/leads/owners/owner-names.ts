import { query } from '../../database/connection';

const selectOwnerName = query<[{ id: string }], { name: string }>('SELECT name FROM profiles WHERE id = :id');

/** Names of owners by id; deleted accounts are left out. */
export function readOwnerNames(ids: string[]): Map<string, string> {
  return new Map(
    ids.flatMap((id) => {
      const name = selectOwnerName().get({ id })?.name;
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}
