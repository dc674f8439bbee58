import { CHANGEABLE, groupOf } from '~/shared/leads/fields';
import type { JoinedLead, Lead } from '~/shared/leads/lead';
import { joinErrors } from '~/shared/strings/lead/errors';
import { AppError, requireFound } from '../../app-error';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { recordEvent } from '../history/events';
import { LEAD_COLUMNS, leadQuery } from '../lead-queries';
import { enqueueLeadJoined } from '../lead-webhook';
import { findLead, lookUpLead } from '../leads';
import { updateAwaitingReply, updateFirstContact } from '../messages/reply-state';
import { canOwnLeads } from '../owners/owners';
import type { PersonKeys } from './contact-keys';
import { listSamePerson } from './find-same-person';
import {
  type Attempt,
  type Before,
  isSeparable,
  type Join,
  type JoinedFields,
  MOVED,
  type Pair,
  queueWords,
  recordChanges,
  recountNotes,
  rowOf,
  updateJoinedFields,
} from './join';

const MAX_JOINED = 50;

/** Fields that are restored together or not at all: if one was changed since, all stay. */
const FIELD_GROUPS = [...Map.groupBy(CHANGEABLE, groupOf).values()];
/** Columns that follow a field, and are restored with it. */
const FOLLOWERS: Partial<Record<string, (keyof JoinedFields)[]>> = {
  email: ['email_key'],
  whatsapp: ['phone_key'],
  estado: ['won_at', 'first_contacted_at'],
};

const selectJoin = query<[{ id: number }], Join & { joined_into: number }>(
  `SELECT lead_joins.*, leads.joined_into FROM lead_joins JOIN leads ON leads.id = lead_joins.lead_id
   WHERE lead_joins.lead_id = :id`,
);

/**
 * Undoes a merge: the lead returns whole, and the one that stayed gets back its former values, keeping what was added
 * since. A live lead is returned as it is.
 * @throws {AppError} `not_found`, also while the one that stayed is in the trash; `conflict` after 30 days, or if that
 * is merged.
 */
export function separateLead(id: number, actorId: string): Promise<Lead> {
  return inSharedTransaction(() => {
    const whole = lookUpLead(id);
    if (whole) return whole;
    const join = requireFound(selectJoin().get({ id }));
    if (!isSeparable(join.joined_at)) throw new AppError('conflict', { message: joinErrors.tooLate });
    const staying = lookUpLead(join.joined_into);
    if (!staying) throw new AppError('not_found', { message: joinErrors.inTrash });
    if (join.into_id !== join.joined_into)
      throw new AppError('conflict', { message: joinErrors.separateFirst(nameOf(join.into_id)) });
    separate(join, staying, actorId);
    return findLead(id);
  });
}

const deleteJoin = query<[{ lead_id: number }]>('DELETE FROM lead_joins WHERE lead_id = :lead_id');

const moveCompanyBack = query<[{ id: number; from: number; to: number }]>(
  'UPDATE companies SET lead_id = :to WHERE id = :id AND lead_id = :from',
);

const deleteCopiedAttempt = query<[Attempt & { lead_id: number }]>(
  `DELETE FROM contact_attempts
   WHERE lead_id = :lead_id AND user_id = :user_id AND channel = :channel AND opened_at = :opened_at`,
);

/** The lead, and those merged into it before. */
const OWN = `WITH RECURSIVE own (id) AS (
    SELECT :going UNION ALL SELECT lead_joins.lead_id FROM lead_joins JOIN own ON lead_joins.into_id = own.id
  )`;

/** Leads merged into it before lead to it again. */
const followSeparated = query<[{ going: number }]>(
  `${OWN} UPDATE leads SET joined_into = :going WHERE id IN (SELECT id FROM own) AND id <> :going`,
);

const showSeparated = query<[{ going: number }]>(
  'UPDATE leads SET deleted_at = NULL, joined_into = NULL WHERE id = :going',
);

const moveRowsBack = MOVED.map((table) =>
  query<[Pair]>(
    `${OWN} UPDATE ${table} SET lead_id = :going, origin_id = nullif(origin_id, :going)
     WHERE lead_id = :staying AND origin_id IN (SELECT id FROM own)`,
  ),
);

function separate({ lead_id, into_id, before }: Join, staying: Lead, actorId: string): void {
  const now = new Date().toISOString();
  const pair = { going: lead_id, staying: into_id };
  const { fields, after, attempts, company_id }: Before = JSON.parse(before);
  queueWords().run(pair);
  for (const move of moveRowsBack) move().run(pair);
  followSeparated().run({ going: lead_id });
  showSeparated().run({ going: lead_id });
  deleteJoin().run({ lead_id });
  recountNotes().run(pair);
  updateJoinedFields().run({ ...restoreUnchanged(rowOf(staying), fields, after), id: into_id });
  for (const attempt of attempts) deleteCopiedAttempt().run({ ...attempt, lead_id: into_id });
  for (const id of Object.values(pair)) {
    updateAwaitingReply(id);
    updateFirstContact(id);
  }
  if (company_id !== null) moveCompanyBack().run({ id: company_id, from: into_id, to: lead_id });
  recordEvent(lead_id, actorId, { type: 'separated', from: String(into_id) }, now);
  recordEvent(into_id, actorId, { type: 'separated', to: String(lead_id) }, now);
  const changed = recordChanges(staying, actorId, now);
  enqueueLeadJoined('lead.separated', findLead(into_id), findLead(lead_id), staying, changed);
}

/** Current values, with the former ones where nobody has changed them since. */
function restoreUnchanged(now: JoinedFields, before: JoinedFields, after: JoinedFields): JoinedFields {
  const given = { ...now };
  const copy = <Name extends keyof JoinedFields>(name: Name) => {
    given[name] = before[name];
  };
  for (const all of FIELD_GROUPS) {
    const followers = all.flatMap((name) => FOLLOWERS[name] ?? []);
    // An earlier version stored fewer fields.
    const names = [...all, ...followers].filter((name) => name in after);
    if (names.every((name) => now[name] === after[name])) names.forEach(copy);
  }
  const isOfLeaver = given.owner_id !== null && given.owner_id !== now.owner_id && !canOwnLeads(given.owner_id);
  return isOfLeaver ? { ...given, owner_id: null } : given;
}

/** A lead's contact data, also in the trash. */
const selectContact = query<[{ id: number }], PersonKeys & Pick<Lead, 'nombre' | 'whatsapp' | 'pais'>>(
  'SELECT nombre, whatsapp, pais, email_key, phone_key FROM leads WHERE id = :id',
);

function nameOf(id: number): string {
  return selectContact().get({ id })?.nombre ?? '';
}

/** Leads merged into one, also by way of another, last merged first. */
const selectJoinedLeads = leadQuery<
  { into: number; limit: number },
  Lead & { joined_at: string; joined_by: string | null; into_id: number }
>(
  `SELECT ${LEAD_COLUMNS}, (SELECT joined_at FROM lead_joins WHERE lead_id = leads.id) AS joined_at,
     (SELECT into_id FROM lead_joins WHERE lead_id = leads.id) AS into_id,
     (SELECT profiles.name FROM lead_events LEFT JOIN profiles ON profiles.id = lead_events.actor_id
      WHERE lead_id = leads.id AND type = 'joined'
      ORDER BY lead_events.created_at DESC, lead_events.id DESC LIMIT 1) AS joined_by
   FROM leads WHERE joined_into = :into LIMIT :limit`,
);

/** The other leads of a lead's person, and those merged into it. Throws AppError `not_found`. */
export function listPersonsLeads(id: number): { leads: Lead[]; joined: JoinedLead[] } {
  const lead = findLead(id);
  const contact = selectContact().get({ id });
  const joined = selectJoinedLeads()
    .all({ into: id, limit: MAX_JOINED })
    .map(({ into_id, ...row }) => ({ ...row, separable: into_id === id && isSeparable(row.joined_at) }))
    .sort((a, b) => (a.joined_at < b.joined_at ? 1 : -1));
  return { leads: contact ? listSamePerson(contact, lead.id) : [], joined };
}
