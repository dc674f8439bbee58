import { workInSlices } from '~/server/database/slices';
import { log } from '~/server/log';
import { selectLastLeadId } from '../phone-key-queries';
import { storeName } from './names';
import { insertPack, LEADS_OF_PACK, selectPackNumbers } from './pack-queries';
import { makePack } from './packing';

/** A reading that had to make more packs than these has them stored, for the next one. */
const WORTH_STORING = 20;

/** Stores the packs that are missing. Returns how many. */
export async function storePacks(): Promise<number> {
  const end = Math.floor((selectLastLeadId().get()?.id ?? -1) / LEADS_OF_PACK) + 1;
  let stored = 0;
  let next = 0;
  await workInSlices(() => {
    next = skipStored(next);
    if (next >= end) return 0;
    const { words, earliest, latest } = makePack(next, storeName);
    insertPack().run({ pack: next, earliest, latest, leads: Buffer.from(words.buffer) });
    stored++;
    next++;
    return 1;
  });
  return stored;
}

/** The first pack from this one on that is missing. */
function skipStored(from: number): number {
  let next = from;
  for (const { pack } of selectPackNumbers().iterate({ from })) {
    if (pack !== next) break;
    next++;
  }
  return next;
}

let underWay: Promise<unknown> | undefined;

/** After a reading that made so many packs itself: stores them, if that is worth it, while nobody waits for it. */
export function storePacksSoon(made: number): void {
  if (made < WORTH_STORING || underWay) return;
  underWay = storePacks()
    .catch((error) => log.error({ event: 'storing_packs_failed', err: error }))
    .finally(() => {
      underWay = undefined;
    });
}
