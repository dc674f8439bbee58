import { insertName, selectNameId, selectNamesAfter } from './pack-queries';

/** From here on names have numbers that are good for one reading only. */
const FIRST_OF_READING = 50_000;

/** What the numbers in packs stand for, during one reading: sources, plans and owners; 0 is none. */
export class Names {
  #names: (string | undefined)[] = [''];
  #ids = new Map<string, number>([['', 0]]);
  #last = 0;
  #next = FIRST_OF_READING;

  /** Learns those that were stored since. */
  refresh(): void {
    for (const { id, name } of selectNamesAfter().all({ after: this.#last })) {
      this.#names[id] = name;
      this.#ids.set(name, id);
      this.#last = id;
    }
  }

  nameOf(id: number): string {
    return this.#names[id] ?? '';
  }

  /** The number of a name in this reading. */
  idOf = (name: string | null): number => {
    const known = this.#ids.get(name ?? '');
    if (known !== undefined) return known;
    const id = this.#next++;
    this.#names[id] = name ?? '';
    this.#ids.set(name ?? '', id);
    return id;
  };
}

/** The number under which a name is stored, in the caller's transaction. */
export function storeName(name: string | null): number {
  if (!name) return 0;
  const id = (selectNameId().get({ name }) ?? insertName().get({ name }))?.id;
  if (id === undefined) throw new Error('insert returned no row');
  return id;
}
