import type { Lead } from '~/shared/leads/lead';
import { lookUpLead } from '../leads';
import type { PersonKeys } from './contact-keys';
import {
  selectLastJoined,
  selectLastOdd,
  selectLastSame,
  selectSameByEmail,
  selectSameByPhone,
} from './same-person-queries';

/** Nobody reads through more, and a key that thousands share identifies no person. */
const MAX_LEADS = 50;

/** A person's keys as strings, which match rows of a file to each other. */
export function listKeys({ email_key, phone_key }: PersonKeys): string[] {
  return [...(email_key ? [`@${email_key}`] : []), ...(phone_key ? [`+${phone_key}`] : [])];
}

/**
 * Id of the person's last lead, or null. Leads in the trash do not count; a merged one counts as the one that stayed. A
 * few index lookups, some 10 µs: an import of thousands calls it per row, in its own slice.
 */
export function findSamePerson(keys: PersonKeys): number | null {
  return selectLastSame().get(keys)?.id ?? selectLastJoined().get(keys)?.id ?? null;
}

/** What `whatsapp_digits` strips, and how many digits the index of number endings holds. */
const NO_DIGITS = /[+ ()./\u00a0-]/g;
const INDEXED_DIGITS = 15;

/** Id of the last lead with this text as its number, where it is no valid number; or null. */
export function findSameText(whatsapp: string): number | null {
  const digits = [...whatsapp.replace(NO_DIGITS, '')];
  return selectLastOdd().get({ backwards: digits.reverse().slice(0, INDEXED_DIGITS).join('') })?.id ?? null;
}

/** The person's leads, newest first, at most 50, without `except`. */
export function listSamePerson(keys: PersonKeys, except?: number): Lead[] {
  const former = selectLastJoined().get(keys)?.id ?? null;
  const found = [selectSameByEmail, selectSameByPhone].flatMap((select) =>
    select().all({ ...keys, limit: MAX_LEADS + 1 }),
  );
  const stayed = former === null ? null : lookUpLead(former);
  const byId = new Map((stayed ? [...found, stayed] : found).map((lead) => [lead.id, lead]));
  if (except !== undefined) byId.delete(except);
  return [...byId.values()].sort(byArrival).slice(0, MAX_LEADS);
}

function byArrival(a: Lead, b: Lead): number {
  return a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1;
}
