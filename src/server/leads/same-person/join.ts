import { CHANGEABLE, type JoinField } from '~/shared/leads/fields';
import { chooseFields, type JoinInput, joinFields, SEPARABLE_DAYS } from '~/shared/leads/join';
import { type Lead, pick } from '~/shared/leads/lead';
import { joinErrors } from '~/shared/strings/lead/errors';
import { AppError, errorAt } from '../../app-error';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { recordEvent } from '../history/events';
import { assignFields } from '../lead-queries';
import { enqueueLeadJoined } from '../lead-webhook';
import { findLead, lookUpFollowing } from '../leads';
import { updateAwaitingReply, updateFirstContact } from '../messages/reply-state';
import { type PersonKeys, personKeys } from './contact-keys';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Columns of the lead that stays which a merge can change, besides its email's key. */
const JOINED_FIELDS = [...CHANGEABLE, 'first_contacted_at', 'won_at', 'phone_key'] as const;
export type JoinedFields = Pick<Lead, (typeof JOINED_FIELDS)[number]> & Pick<PersonKeys, 'email_key'>;

/** What undoing a merge needs to know. */
export type Before = {
  /** Fields of the lead that stayed, before and after. */
  fields: JoinedFields;
  after: JoinedFields;
  attempts: { user_id: string; channel: string; opened_at: string }[];
  company_id: number | null;
};

/** Whether a merge of this moment can still be undone. */
export function isSeparable(joinedAt: string): boolean {
  return Date.parse(joinedAt) > Date.now() - SEPARABLE_DAYS * DAY_MS;
}

const selectChangeSince = query<[{ one: number; other: number; after: number }], { id: number }>(
  `SELECT id FROM lead_events
   WHERE lead_id IN (:one, :other) AND id > :after AND type IN ('changed', 'joined', 'separated') LIMIT 1`,
);

/**
 * Merges a lead into another of the same person: notes, history and attempts move over, and it leaves the lists.
 * Idempotent, in either direction.
 * @throws {AppError} `invalid` for a lead and itself; `not_found`; `conflict` if either changed after `as_of` or was
 * merged.
 */
export function joinLeads(id: number, { into, take, as_of }: JoinInput, actorId: string): Promise<Lead> {
  if (id === into) throw errorAt('into', joinErrors.itself);
  return inSharedTransaction(() => {
    const [one, other] = [lookUpFollowing(id), lookUpFollowing(into)];
    if (one && one.id === other?.id) return one;
    refuseJoined(one, id);
    refuseJoined(other, into);
    const [going, staying] = [findLead(id), findLead(into)];
    if (as_of !== undefined && selectChangeSince().get({ one: id, other: into, after: as_of }))
      throw new AppError('conflict');
    join(going, staying, joinFields(going, staying, take ?? chooseFields(going, staying)), actorId);
    return findLead(into);
  });
}

/** Whoever decided about two leads has not seen the third. */
function refuseJoined(found: Lead | null, asked: number): void {
  if (found && found.id !== asked) throw new AppError('conflict', { message: joinErrors.joined(found.nombre) });
}

/** Taken by the usual rules in a merge that nobody decides; of what else the one that stays says, nothing is replaced. */
const PROGRESS_FIELDS: readonly JoinField[] = ['estado', 'owner_id', 'next_contact_on'];

/** Merges two live leads that WhatsApp says are one person's, as the CRM itself, in the caller's transaction. */
export function joinAsOnePerson(goingId: number, stayingId: number): void {
  const [going, staying] = [findLead(goingId), findLead(stayingId)];
  const take = chooseFields(going, staying).filter((field) => !staying[field] || PROGRESS_FIELDS.includes(field));
  join(going, staying, joinFields(going, staying, take), null);
}

export type Join = { lead_id: number; into_id: number; joined_at: string; before: string } & PersonKeys;

const insertJoin = query<[Join]>(
  `INSERT INTO lead_joins (lead_id, into_id, joined_at, before, email_key, phone_key)
   VALUES (:lead_id, :into_id, :joined_at, :before, :email_key, :phone_key)`,
);

/** Moves the agency made of one lead to the other, unless that has its own. */
const moveCompany = query<[{ from: number; to: number }], { id: number }>(
  `UPDATE companies SET lead_id = :to
   WHERE lead_id = :from AND NOT EXISTS (SELECT 1 FROM companies AS own WHERE own.lead_id = :to) RETURNING id`,
);

export type Attempt = { user_id: string; channel: string; opened_at: string };

/** If a user has an attempt on both leads, the one that stays keeps its own. */
const copyAttempt = query<[Attempt & { lead_id: number }]>(
  `INSERT INTO contact_attempts (lead_id, user_id, channel, opened_at) VALUES (:lead_id, :user_id, :channel, :opened_at)
   ON CONFLICT DO NOTHING`,
);

const selectAttemptsOf = query<[{ lead_id: number }], Attempt>(
  'SELECT user_id, channel, opened_at FROM contact_attempts WHERE lead_id = :lead_id ORDER BY user_id',
);

export type Pair = { going: number; staying: number };

export const recountNotes = query<[Pair]>(
  `UPDATE leads SET notes_count = (SELECT count(*) FROM lead_notes WHERE lead_id = leads.id AND is_deleted = 0)
   WHERE id IN (:going, :staying)`,
);

/** Hides the lead behind the one that stays, together with those merged into it before. */
const hideJoined = query<[Pair & { at: string }]>(
  `UPDATE leads SET deleted_at = coalesce(deleted_at, :at), joined_into = :staying
   WHERE id = :going OR joined_into = :going`,
);

/** Tables whose rows move with a merged lead. */
export const MOVED = ['lead_notes', 'lead_events', 'messages'];

const moveRows = MOVED.map((table) =>
  query<[Pair]>(
    `UPDATE ${table} SET lead_id = :staying, origin_id = coalesce(origin_id, :going) WHERE lead_id = :going`,
  ),
);

/** Saves what the search index holds of both leads before their texts change. */
export const queueWords = query<[Pair]>(
  `INSERT INTO words_due SELECT id, nombre, email, empresa, mensaje, notas FROM lead_texts
   WHERE id IN (:going, :staying) AND id NOT IN (SELECT lead_id FROM words_due)`,
);

export const updateJoinedFields = query<[JoinedFields & { id: number }]>(
  `UPDATE leads SET ${assignFields([...JOINED_FIELDS, 'email_key'])} WHERE id = :id`,
);

function join(going: Lead, staying: Lead, after: Lead, actorId: string | null): void {
  const now = new Date().toISOString();
  const pair = { going: going.id, staying: staying.id };
  const fields = rowOf(staying);
  const won_at = wonAtOf(after, staying) ?? wonAtOf(after, going);
  const row = { ...rowOf(after), ...keysOf(after, [staying, going]), won_at };
  queueWords().run(pair);
  for (const move of moveRows) move().run(pair);
  hideJoined().run({ ...pair, at: now });
  const attempts = selectAttemptsOf()
    .all({ lead_id: going.id })
    .filter((attempt) => copyAttempt().run({ ...attempt, lead_id: staying.id }).changes > 0);
  const company = moveCompany().get({ from: going.id, to: staying.id });
  const before: Before = { fields, after: row, attempts, company_id: company?.id ?? null };
  const { email_key, phone_key } = fields;
  insertJoin().run({
    ...{ lead_id: going.id, into_id: staying.id, joined_at: now, before: JSON.stringify(before) },
    ...{ email_key, phone_key },
  });
  recountNotes().run(pair);
  updateJoinedFields().run({ ...row, id: staying.id });
  for (const id of Object.values(pair)) updateAwaitingReply(id);
  updateFirstContact(staying.id);
  recordJoin(going, staying, actorId, now);
}

/** Date of the win of either lead, if the result is won. */
function wonAtOf({ estado }: Lead, { won_at }: Lead): string | null {
  return estado === 'ganado' ? won_at : null;
}

function recordJoin(going: Lead, before: Lead, actorId: string | null, at: string): void {
  recordEvent(going.id, actorId, { type: 'joined', to: String(before.id) }, at);
  recordEvent(before.id, actorId, { type: 'joined', from: String(going.id) }, at);
  const changed = recordChanges(before, actorId, at);
  enqueueLeadJoined('lead.joined', findLead(before.id), going, before, changed);
}

/** Events tell when the status changed, not when the merged lead was won. */
const setWonAt = query<[Pick<Lead, 'id' | 'won_at'>]>(
  "UPDATE leads SET won_at = :won_at WHERE id = :id AND estado = 'ganado'",
);

/** Records what merging or separating changed of a lead, like any other change. */
export function recordChanges(before: Lead, actorId: string | null, at: string) {
  const saved = findLead(before.id);
  const changed = CHANGEABLE.filter((field) => saved[field] !== before[field]);
  for (const field of changed) {
    recordEvent(saved.id, actorId, { type: 'changed', field, from: before[field], to: saved[field] }, at);
  }
  if (changed.includes('estado')) setWonAt().run({ id: saved.id, won_at: saved.won_at });
  return changed;
}

const selectEmailKey = query<[{ id: number }], Pick<PersonKeys, 'email_key'>>(
  'SELECT email_key FROM leads WHERE id = :id',
);

/** A lead's current values of the columns that a merge can change. */
export function rowOf(lead: Lead): JoinedFields {
  return {
    ...pick(lead, JOINED_FIELDS),
    email_key: selectEmailKey().get({ id: lead.id })?.email_key ?? null,
  };
}

/** A number keeps the key it had in its own country. */
function keysOf(after: Lead, former: readonly Lead[]): PersonKeys {
  const same = former.find(({ whatsapp, pais }) => whatsapp === after.whatsapp && pais === after.pais);
  return { ...personKeys(after), ...(same && { phone_key: same.phone_key }) };
}
