import type { Lead } from '~/shared/leads/lead';
import { lookUpLead } from '../leads';
import type { PersonKeys } from './contact-keys';
import {
  selectCandidates,
  selectFormerCandidates,
  selectLastJoined,
  selectLastOdd,
  selectLastSame,
  selectSameByEmail,
  selectSameByPhone,
} from './same-person-queries';
import { type Candidate, mayBeOther, type Named } from './who-it-is';

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

/**
 * The person's leads and, if none of them can be meant, those that were merged: whom a row of a file may be. `id`: the
 * lead that the row says it is. Two lookups where there is nobody; at most 50 of many that share a key.
 */
export function listCandidates(person: Named, id: number | null): Candidate[] {
  const { email_key, phone_key } = person;
  const keys = { email_key, phone_key, limit: MAX_LEADS };
  const live = selectLastSame().get({ email_key, phone_key })?.id ? selectCandidates().all({ ...keys, id }) : [];
  if (live.some((one) => !mayBeOther(person, one))) return live;
  return [...live, ...selectFormerCandidates().all(keys)];
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
