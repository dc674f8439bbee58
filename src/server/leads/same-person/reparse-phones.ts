import type { Lead } from '~/shared/leads/lead';
import { query } from '../../database/connection';
import { workInSlices } from '../../database/slices';
import { findHighestId } from '../search/search';
import { phoneKey } from './contact-keys';

const IDS_PER_STEP = 200;

const writePhoneKey = query<[{ id: number; phone_key: string }]>(
  'UPDATE leads SET phone_key = :phone_key WHERE id = :id AND phone_key IS NULL',
);

type Unparsed = Pick<Lead, 'id' | 'pais'> & { whatsapp: string };

const selectUnparsedNumbers = query<[{ after: number; last: number }], Unparsed>(
  `SELECT id, whatsapp, pais FROM leads
   WHERE id > :after AND id <= :last AND phone_key IS NULL AND whatsapp IS NOT NULL`,
);

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
