import type { Lead } from '~/shared/leads/lead';
import type { PersonKeys } from '../contact-keys';
import { lookUpLead } from '../leads';
import {
  selectLastJoined,
  selectLastOdd,
  selectLastSame,
  selectSameByEmail,
  selectSameByPhone,
} from './same-person-queries';

/** Nobody goes through more of them, and where a key is shared by thousands it is no person's. */
const MOST = 50;

/** A person's keys as texts, by which rows of a file are told that are one person's. */
export function listKeys({ email_key, phone_key }: PersonKeys): string[] {
  return [...(email_key ? [`@${email_key}`] : []), ...(phone_key ? [`+${phone_key}`] : [])];
}

/**
 * The id of the last lead of the same person, or null. Of those in the trash none counts; of one that was joined, the one
 * that stayed. A few look-ups in indexes, some 10 µs: whoever imports thousands calls it for each row, in its own slice.
 */
export function findSamePerson(keys: PersonKeys): number | null {
  return selectLastSame().get(keys)?.id ?? selectLastJoined().get(keys)?.id ?? null;
}

/** What the column `whatsapp_digits` leaves out, and how much of it the index by a number's end holds. */
const NO_DIGITS = /[+ ()./\u00a0-]/g;
const INDEXED = 15;

/** The id of the last lead with this text for a number that is no possible one, or null. */
export function findSameText(whatsapp: string): number | null {
  const digits = [...whatsapp.replace(NO_DIGITS, '')];
  return selectLastOdd().get({ backwards: digits.reverse().slice(0, INDEXED).join('') })?.id ?? null;
}

/** The leads of the same person, newest first, at most 50; `except` is left out. */
export function listSamePerson(keys: PersonKeys, except?: number): Lead[] {
  const former = selectLastJoined().get(keys)?.id ?? null;
  const found = [selectSameByEmail, selectSameByPhone].flatMap((select) =>
    select().all({ ...keys, limit: MOST + 1 }),
  );
  const stayed = former === null ? null : lookUpLead(former);
  const byId = new Map((stayed ? [...found, stayed] : found).map((lead) => [lead.id, lead]));
  if (except !== undefined) byId.delete(except);
  return [...byId.values()].sort(byArrival).slice(0, MOST);
}

function byArrival(a: Lead, b: Lead): number {
  return a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1;
}
