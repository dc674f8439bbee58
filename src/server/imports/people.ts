import { type ImportedContent, keysAfter, type MergeMode } from '../leads/imports/row-update';
import { chooseSame, type Named } from '../leads/same-person/compare-people';
import { listCandidates, listKeys } from '../leads/same-person/find-same-person';

/** Somebody of an earlier row, or of a lead: `id` is the lead's, unless the row has still to become one. */
export type Known = Named & { id: number | null; row: number | null };

export type Match = { same: Known | null; shares: Known | null };

/** Of many who share a key, as many are compared as leads are. */
const MAX_SHARING = 50;

/** Whoever a row may be: the leads there are, and those that rows have become or changed since they were looked up. */
export function makePeople() {
  const byKey = new Map<string, Known[]>();
  const changed = new Map<number, Known>();

  function add(person: Known): void {
    for (const key of listKeys(person)) {
      const others = byKey.get(key) ?? [];
      if (others.includes(person)) continue;
      if (others.push(person) > MAX_SHARING) others.shift();
      byKey.set(key, others);
    }
  }

  return {
    match(content: ImportedContent): Match {
      const person = toNamed(content);
      const inFile = new Set(listKeys(person).flatMap((key) => byKey.get(key) ?? []));
      const leads = listCandidates(person, content.exported_id).map(
        (one) => changed.get(one.id) ?? { ...one, row: null },
      );
      const all = [...[...inFile].sort((a, b) => (b.row ?? 0) - (a.row ?? 0)), ...leads];
      const same = chooseSame(person, all, ({ id }) => id !== null && id === content.exported_id);
      return { same, shares: same === null ? (all[0] ?? null) : null };
    },
    /** A row that becomes a lead. */
    made(row: number, content: ImportedContent): void {
      add({ ...toNamed(content), id: null, row });
    },
    /** A row that is merged into somebody, who is found by what they have then. */
    merged(known: Known, content: ImportedContent, manner: MergeMode): void {
      Object.assign(known, keysAfter(known, toNamed(content), manner));
      if (known.id !== null) changed.set(known.id, known);
      add(known);
    },
  };
}

/** Whoever was called by their contact, because the row has no name, is not told apart by it. */
function toNamed({ nombre, whatsapp, email_key, phone_key, assumed }: ImportedContent): Named {
  return { nombre: assumed.includes('nombre') ? '' : nombre, whatsapp, email_key, phone_key };
}
