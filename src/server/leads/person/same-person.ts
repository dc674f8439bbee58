import type { Lead, LeadCountry } from '~/shared/leads/lead';
import { emailKey, phoneKey } from '../contact-keys';
import { lookUpLead } from '../leads';
import {
  type PersonKeys,
  selectLastJoined,
  selectLastSame,
  selectSameByEmail,
  selectSameByPhone,
} from './same-person-queries';

/** Nobody goes through more of them, and where a key is shared by thousands it is no person's. */
const MOST = 50;

type Contact = {
  email?: string | undefined;
  whatsapp?: string | null | undefined;
  pais?: LeadCountry | null | undefined;
};

/** What a person is recognised by, from how they can be reached. */
export function personKeys({ email = '', whatsapp = null, pais = null }: Contact): PersonKeys {
  return { email_key: emailKey(email.trim()), phone_key: phoneKey(whatsapp, pais) };
}

/** The same as texts, by which rows of a file are told that are one person's. */
export function listKeys({ email_key, phone_key }: PersonKeys): string[] {
  return [`@${email_key}`, ...(phone_key ? [`+${phone_key}`] : [])];
}

/**
 * The id of the last lead of the same person, or null. Of those in the trash none counts; of one that was joined, the one
 * that stayed. A few look-ups in indexes, some 10 µs: whoever imports thousands calls it for each row, in its own slice.
 */
export function findSamePerson(keys: PersonKeys): number | null {
  return selectLastSame().get(keys)?.id ?? selectLastJoined().get(keys)?.id ?? null;
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
