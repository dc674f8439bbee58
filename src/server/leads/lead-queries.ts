import { type LeadOrigin, ORIGIN_FIELDS } from '~/shared/enquiries/origin';
import { CHANGEABLE, type ChangedName, LEAD_FIELD_NAMES } from '~/shared/leads/fields';
import { greetingName } from '~/shared/leads/greeting-name';
import type { ContactAttempt, DeletedLead, Lead, LeadDeletion } from '~/shared/leads/lead';
import { query } from '../database/connection';
import { LAST_EVENT_ID } from './history/event-queries';
import { assignFields, bindColumn, FOLLOW_UP, selectColumn } from './lead-fields';
import type { PersonKeys } from './same-person/contact-keys';

/** Contact attempts still without an outcome (`isOpenAttempt`), as JSON; null if none. */
const ATTEMPTS = `CASE WHEN EXISTS (SELECT 1 FROM contact_attempts WHERE lead_id = leads.id) THEN (
    SELECT json_group_array(json_object('user_id', user_id, 'user_name', profiles.name, 'channel', channel,
                                        'opened_at', opened_at))
    FROM contact_attempts JOIN profiles ON profiles.id = user_id
    WHERE lead_id = leads.id AND (
      estado = 'nuevo' AND first_contacted_at IS NULL OR channel = 'call' AND opened_at > coalesce(first_contacted_at, '')
      OR opened_at >= awaiting_reply_since
    )
  ) END`;

/** Counted no further: a key shared by thousands would make a page slow. */
const MAX_DUPLICATES = 99;

/** Other live leads that share a marked lead's email, or only its phone. */
const DUPLICATES = `CASE repeated WHEN 1 THEN min(${MAX_DUPLICATES}, (
    SELECT count(*) FROM (
      SELECT 1 FROM leads AS other INDEXED BY leads_by_email_key
      WHERE other.email_key = leads.email_key AND other.deleted_at IS NULL AND other.id <> leads.id LIMIT ${MAX_DUPLICATES}
    )
  ) + (
    SELECT count(*) FROM (
      SELECT 1 FROM leads AS other INDEXED BY leads_by_phone_key
      WHERE other.phone_key = leads.phone_key AND other.deleted_at IS NULL AND other.id <> leads.id
        AND coalesce(other.email_key <> leads.email_key, TRUE)
      LIMIT ${MAX_DUPLICATES}
    )
  )) ELSE 0 END`;

/** Enough for a line on a wide screen. */
const MAX_LINE_LENGTH = 160;

/** The first line of what the person wrote last: the form's message, that of a lead joined into this one, or WhatsApp. */
const LAST_WORDS = `(
    SELECT trim(substr(words, 1, min(${MAX_LINE_LENGTH}, instr(words || char(10), char(10)) - 1)), char(9, 13, 32)) FROM (
      SELECT trim(body, char(9, 10, 13, 32)) AS words, at FROM (
        SELECT leads.mensaje AS body, leads.created_at AS at
        UNION ALL SELECT mensaje, created_at FROM leads AS part WHERE part.joined_into = leads.id
        UNION ALL SELECT * FROM (
          SELECT body, at FROM messages WHERE lead_id = leads.id AND direction = 'in' AND body IS NOT NULL
          ORDER BY at DESC LIMIT 1
        )
      )
    ) WHERE words <> '' ORDER BY at DESC LIMIT 1
  )`;

/** Columns of a lead in every statement that reads several. `as_of` is read in the same snapshot as the row. */
export const LEAD_COLUMNS = `id, ${LEAD_FIELD_NAMES.map(selectColumn).join(', ')}, ${ORIGIN_FIELDS.join(', ')}, via,
  whatsapp_user_id, phone_key, awaiting_reply_since, last_activity_at, import_id, notes_count,
  (SELECT name FROM profiles WHERE profiles.id = owner_id) AS owner_name,
  (SELECT companies.id FROM companies WHERE companies.lead_id = leads.id) AS company_id,
  (SELECT companies.name FROM companies WHERE companies.lead_id = leads.id) AS company_name, ${ATTEMPTS} AS attempts,
  ${LAST_WORDS} AS last_words, ${DUPLICATES} AS duplicates, (SELECT count(*) FROM leads AS part WHERE part.joined_into = leads.id) AS joined,
  ${LAST_EVENT_ID} AS as_of`;

/** A statement that reads LEAD_COLUMNS; `Row` adds columns. */
export function leadQuery<Params, Row extends Lead = Lead>(sql: string) {
  const statement = query<[Params], Row>(sql);
  return () => ({
    get(params: Params): Row | undefined {
      const row = statement().get(params);
      return row && readRow(row);
    },
    all: (params: Params): Row[] => statement().all(params).map(readRow),
  });
}

function readRow<Row extends Lead>(row: Row): Row {
  const json = row.attempts as unknown as string | null;
  const attempts: ContactAttempt[] = json ? JSON.parse(json) : [];
  row.attempts = attempts.sort((a, b) => (a.opened_at < b.opened_at ? -1 : 1));
  row.greeting = cachedGreeting(row.nombre);
  return row;
}

/** Greetings of fifty leads take a quarter of a list's time, and most lists show the same leads. */
const greetings = new Map<string, string | null>();
const MAX_CACHED_GREETINGS = 2000;

function cachedGreeting(nombre: string): string | null {
  const known = greetings.get(nombre);
  if (known !== undefined) return known;
  if (greetings.size === MAX_CACHED_GREETINGS) greetings.clear();
  const greeting = greetingName(nombre);
  greetings.set(nombre, greeting);
  return greeting;
}

type NewLead = Pick<Lead, ChangedName | 'source' | 'created_at' | 'first_contacted_at'> &
  LeadOrigin &
  PersonKeys & { submission_id: string | null } & Pick<Lead, 'whatsapp_user_id'>;

const NEW_LEAD_COLUMNS: readonly (keyof NewLead)[] = [
  ...CHANGEABLE,
  ...ORIGIN_FIELDS,
  ...(['source', 'submission_id', 'created_at', 'first_contacted_at', 'email_key', 'phone_key'] as const),
  'whatsapp_user_id',
];

/** Read the row afterwards: RETURNING does not show what triggers write. */
export const insertLead = query<[NewLead], { id: number }>(
  `INSERT INTO leads (${NEW_LEAD_COLUMNS.join(', ')}, last_activity_at, won_at)
   VALUES (${NEW_LEAD_COLUMNS.map((name) => bindColumn(name)).join(', ')}, :created_at, CASE :estado WHEN 'ganado' THEN :created_at END)
   RETURNING id`,
);

/** The date of the win that an undo restores: the one before the undone change, not a win made and undone meanwhile. */
export const restoreWonAt = query<[{ id: number; undone: string }], Pick<Lead, 'won_at'>>(
  `UPDATE leads SET won_at = coalesce(CASE WHEN former_won_at <= :undone THEN former_won_at END, (
     SELECT max(created_at) FROM lead_events
     WHERE lead_id = :id AND field = 'estado' AND to_value = 'ganado' AND created_at < :undone
   )) WHERE id = :id RETURNING won_at`,
);

export const selectLead = leadQuery<{ id: number }>(
  `SELECT ${LEAD_COLUMNS} FROM leads WHERE id = :id AND deleted_at IS NULL`,
);

export const selectLeadBySubmission = query<[{ submission_id: string }], { id: number; created_at: string }>(
  'SELECT id, created_at FROM leads WHERE submission_id = :submission_id',
);

/** Read the row afterwards here, too. */
export const updateLead = query<[Lead & PersonKeys]>(
  `UPDATE leads SET ${assignFields([...CHANGEABLE, 'first_contacted_at', 'email_key', 'phone_key'])}
   WHERE id = :id AND deleted_at IS NULL`,
);

/** Only the status: an UPDATE rewrites the index of every column it names, changed or not. All take twice as long. */
export const updateLeadStatus = leadQuery<Pick<Lead, 'id' | 'estado' | 'first_contacted_at'>>(
  `UPDATE leads SET estado = :estado, first_contacted_at = :first_contacted_at
   WHERE id = :id AND deleted_at IS NULL
   RETURNING ${LEAD_COLUMNS}`,
);

/** Changes only the follow-up fields, which are in no index of the specification's lists. */
export const updateFollowUp = leadQuery<Pick<Lead, 'id' | (typeof FOLLOW_UP)[number]>>(
  `UPDATE leads SET ${assignFields(FOLLOW_UP)} WHERE id = :id AND deleted_at IS NULL
   RETURNING ${LEAD_COLUMNS}`,
);

export const hideLead = query<[{ id: number; deleted_at: string }]>(
  `UPDATE leads SET deleted_at = :deleted_at WHERE id = :id AND deleted_at IS NULL`,
);

export const restoreHiddenLead = query<[{ id: number }]>(
  'UPDATE leads SET deleted_at = NULL WHERE id = :id AND deleted_at IS NOT NULL AND joined_into IS NULL',
);

export const selectDeletion = query<[{ id: number }], LeadDeletion>(
  `SELECT deleted_at,
     (SELECT profiles.name FROM lead_events LEFT JOIN profiles ON profiles.id = lead_events.actor_id
      WHERE lead_id = leads.id AND type = 'deleted'
      ORDER BY lead_events.created_at DESC, lead_events.id DESC LIMIT 1) AS deleted_by
   FROM leads WHERE id = :id AND deleted_at IS NOT NULL AND joined_into IS NULL`,
);

export const selectDeletedLeads = leadQuery<{ deleted_at: string; id: number; limit: number }, DeletedLead>(
  `SELECT ${LEAD_COLUMNS}, deleted_at FROM leads INDEXED BY leads_deleted
   WHERE deleted_at IS NOT NULL AND joined_into IS NULL AND (deleted_at, id) < (:deleted_at, :id)
   ORDER BY deleted_at DESC, id DESC LIMIT :limit`,
);

/**
 * Purges leads with their notes, events and merged leads. Several per statement, because the full-text indexes flush to
 * disk once per statement, which takes most of the time.
 */
export const deleteLeadsInTrashBefore = query<[{ before: string; limit: number }]>(
  `DELETE FROM leads WHERE id IN (
     SELECT id FROM leads INDEXED BY leads_deleted WHERE deleted_at < :before AND deleted_at IS NOT NULL AND joined_into IS NULL
     ORDER BY deleted_at LIMIT :limit
   )`,
);
