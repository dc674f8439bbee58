import { workInSlices } from '../../database/slices';
import { findHighestId } from '../search/search';
import { phoneKey } from './contact-keys';
import { selectUnparsedNumbers, writePhoneKey } from './reparse-phone-queries';

const IDS_PER_STEP = 200;

/**
 * Recomputes the phone_key, and so the WhatsApp link, of stored numbers that an earlier version could not parse.
 * Changes nothing else. Returns how many it changed.
 */
export async function reparseOldNumbers(): Promise<number> {
  const end = findHighestId();
  let after = 0;
  let changed = 0;
  await workInSlices(() => {
    if (after >= end) return 0;
    const last = after + IDS_PER_STEP;
    for (const { id, whatsapp, pais } of selectUnparsedNumbers().all({ after, last })) {
      const phone_key = phoneKey(whatsapp, pais);
      if (phone_key) changed += writePhoneKey().run({ id, phone_key }).changes;
    }
    after = last;
    return 1;
  });
  return changed;
}
