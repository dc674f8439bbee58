import { setImmediate } from 'node:timers/promises';
import { selectLastLeadId } from '../phone-key-queries';
import type { Names } from './names';
import { LEADS_OF_PACK, selectPacks } from './pack-queries';
import { makePack } from './packing';

/** So many packs are read at once. */
const AT_ONCE = 256;
/** Of packs that have to be made first, so many milliseconds are worked at once. */
const SLICE_MS = 8;

/** Leads as they are packed: `firstId` is what the first place of the pack stands for. */
export type Pack = { words: Uint32Array; firstId: number };

/** Which leads are read: those of packs that have some which came from a moment on and before another. */
export type Reading = {
  since?: string | undefined;
  until?: string | undefined;
  signal?: AbortSignal | undefined;
  /** From the last pack to the first. */
  isBackwards?: boolean;
};

/**
 * Reads the leads that are not deleted, all that came in a time and perhaps others, pack by pack. Other
 * requests are answered in between. Returns how many packs had to be made for it.
 */
export async function readPacks(
  { since, until, signal, isBackwards = false }: Reading,
  names: Names,
  visit: (pack: Pack) => void,
): Promise<number> {
  const range = {
    since: Math.floor(secondOf(since, 0)),
    until: Math.ceil(secondOf(until, Number.MAX_SAFE_INTEGER)),
  };
  const end = Math.floor((selectLastLeadId().get()?.id ?? -1) / LEADS_OF_PACK) + 1;
  let made = 0;
  let done = 0;
  while (done < end && !signal?.aborted) {
    if (done > 0) await setImmediate();
    names.refresh();
    const upTo = Math.min(done + AT_ONCE, end);
    const [from, below] = isBackwards ? [end - upTo, end - done] : [done, upTo];
    const stored = selectPacks()
      .raw()
      .all({ ...range, from, below, limit: AT_ONCE });
    if (isBackwards) stored.reverse();
    // From here on, so that something is done each time, however slow the reading was.
    const startedAt = performance.now();
    let at = 0;
    for (; done < upTo && performance.now() - startedAt < SLICE_MS; done++) {
      const pack = isBackwards ? end - 1 - done : done;
      const [found, leads] = stored[at] ?? [];
      const isStored = found === pack;
      if (isStored) at++;
      else made++;
      const words = isStored ? leads && wordsOf(leads) : makePack(pack, names.idOf).words;
      if (words) visit({ words, firstId: pack * LEADS_OF_PACK });
    }
  }
  return made;
}

/** A buffer's numbers; it is copied where it does not begin at a multiple of four. */
function wordsOf(bytes: Buffer): Uint32Array {
  const { buffer, byteOffset, byteLength } = byteOffsetFits(bytes) ? bytes : new Uint8Array(bytes);
  return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
}

function byteOffsetFits({ byteOffset }: Buffer): boolean {
  return byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0;
}

const secondOf = (moment: string | undefined, otherwise: number) =>
  moment ? Date.parse(moment) / 1000 : otherwise;
