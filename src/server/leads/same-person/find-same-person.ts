import type { Lead } from '~/shared/leads/lead';
import { query } from '../../database/connection';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';
import { lookUpLead } from '../leads';
import { type Candidate, mayBeOther, type Named } from './compare-people';
import type { PersonKeys } from './contact-keys';

/** Leads that were merged into another, by keys they or it had before: people go on using an old address. */
const former = (joined: string, stayed: string) =>
  `FROM (
     SELECT joined_into, ${joined} FROM leads INDEXED BY leads_by_email_key
     WHERE email_key = :email_key AND deleted_at IS NOT NULL AND joined_into IS NOT NULL
     UNION ALL
     SELECT joined_into, ${joined} FROM leads INDEXED BY leads_by_phone_key
     WHERE phone_key = :phone_key AND deleted_at IS NOT NULL AND joined_into IS NOT NULL
     UNION ALL
     SELECT joined_into, ${stayed} FROM lead_joins CROSS JOIN leads ON leads.id = lead_joins.lead_id
     WHERE lead_joins.email_key = :email_key
     UNION ALL
     SELECT joined_into, ${stayed} FROM lead_joins CROSS JOIN leads ON leads.id = lead_joins.lead_id
     WHERE lead_joins.phone_key = :phone_key
   ) AS former CROSS JOIN leads AS stays ON stays.id = former.joined_into AND stays.deleted_at IS NULL`;

/** Like selectCandidates, by keys from before a merge, as the lead that stayed, under the name that had the key. */
const selectFormerCandidates = query<[PersonKeys & { limit: number }], Candidate>(
  `SELECT stays.id, coalesce(former.nombre, stays.nombre) AS nombre, former.whatsapp, former.email_key, former.phone_key
   ${former('nombre, whatsapp, email_key, phone_key', 'NULL, NULL, lead_joins.email_key, lead_joins.phone_key')}
   ORDER BY stays.id DESC LIMIT :limit`,
);

/** Nobody reads through more, and a key that thousands share identifies no person. */
const MAX_LEADS = 50;

/** A person's keys as strings, which match rows of a file to each other. */
export function listKeys({ email_key, phone_key }: PersonKeys): string[] {
  return [...(email_key ? [`@${email_key}`] : []), ...(phone_key ? [`+${phone_key}`] : [])];
}

/** Like selectLastSame, by keys that a lead had before it was merged. */
const selectLastJoined = query<[PersonKeys], { id: number | null }>(`SELECT max(stays.id) AS id ${former('1', '1')}`);

/** The last live lead with either key: two lookups, however many share them. */
const selectLastSame = query<[PersonKeys], { id: number | null }>(
  `SELECT max(id) AS id FROM (
     SELECT max(id) AS id FROM leads INDEXED BY leads_by_email_key WHERE email_key = :email_key AND deleted_at IS NULL
     UNION ALL
     SELECT max(id) FROM leads INDEXED BY leads_by_phone_key WHERE phone_key = :phone_key AND deleted_at IS NULL
   )`,
);

/**
 * Id of the person's last lead, or null. Leads in the trash do not count; a merged one counts as the one that stayed. A
 * few index lookups, some 10 µs: an import of thousands calls it per row, in its own slice.
 */
export function findSamePerson(keys: PersonKeys): number | null {
  return selectLastSame().get(keys)?.id ?? selectLastJoined().get(keys)?.id ?? null;
}

const candidateBy = (key: 'email_key' | 'phone_key') =>
  `SELECT id FROM (SELECT id FROM leads INDEXED BY leads_by_${key}
                   WHERE ${key} = :${key} AND deleted_at IS NULL ORDER BY id DESC LIMIT :limit)`;

/** Live leads with either key, newest first; and the one with this id, if it has one of them. */
const selectCandidates = query<[PersonKeys & { id: number | null; limit: number }], Candidate>(
  `SELECT id, nombre, whatsapp, email_key, phone_key FROM leads
   WHERE id IN (
     ${candidateBy('email_key')} UNION ${candidateBy('phone_key')}
     UNION SELECT id FROM leads
     WHERE id = :id AND deleted_at IS NULL AND (+email_key = :email_key OR +phone_key = :phone_key)
   ) ORDER BY id DESC`,
);

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

/** The last live lead with this text as its number, if that identifies nobody. */
const selectLastOdd = query<[{ backwards: string }], { id: number | null }>(
  `SELECT max(id) AS id FROM leads INDEXED BY leads_by_phone_backwards
   WHERE phone_backwards = :backwards AND phone_key IS NULL AND deleted_at IS NULL`,
);

/** Id of the last lead with this text as its number, where it is no valid number; or null. */
export function findSameText(whatsapp: string): number | null {
  const digits = [...whatsapp.replace(NO_DIGITS, '')];
  return selectLastOdd().get({ backwards: digits.reverse().slice(0, INDEXED_DIGITS).join('') })?.id ?? null;
}

const sameBy = (key: 'email_key' | 'phone_key') =>
  leadQuery<PersonKeys & { limit: number }, Lead>(
    `SELECT ${LEAD_COLUMNS} FROM leads INDEXED BY leads_by_${key}
     WHERE ${key} = :${key} AND deleted_at IS NULL ORDER BY id DESC LIMIT :limit`,
  );

const selectSameByPhone = sameBy('phone_key');

const selectSameByEmail = sameBy('email_key');

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
