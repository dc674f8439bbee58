import { cutText } from '~/shared/clean-text';
import { ORIGIN_FIELDS } from '~/shared/enquiries/origin';
import { LEAD_FIELD_NAMES } from '~/shared/leads/fields';
import { greetingName } from '~/shared/leads/greeting-name';
import type { ContactAttempt, Lead } from '~/shared/leads/lead';
import { query } from '../database/connection';
import { LAST_EVENT_ID } from './history/event-queries';
import type { PersonKeys } from './same-person/contact-keys';

/** A column as a lead holds it. A missing email is '' in a lead, NULL in its row; a missing hour the reverse. */
function selectColumn(name: string): string {
  if (name === 'email') return "coalesce(email, '') AS email";
  return name === 'next_contact_at' ? "nullif(next_contact_at, '') AS next_contact_at" : name;
}

/** The reverse: a lead's value, bound by name unless given, as its column holds it. */
export function bindColumn(name: string, value = `:${name}`): string {
  if (name === 'email') return `nullif(${value}, '')`;
  return name === 'next_contact_at' ? `coalesce(${value}, '')` : value;
}

/** A SET clause binding a lead's fields by name. */
export function assignFields(names: readonly (keyof Lead | keyof PersonKeys)[]): string {
  return names.map((name) => `${name} = ${bindColumn(name)}`).join(', ');
}

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

/**
 * What the person wrote last, where that may not be the form's message: by WhatsApp, or in a lead joined into this one.
 * Most leads have neither, and sorting what a single place holds would take a tenth of a list's time.
 */
const LATER_WORDS = `CASE WHEN EXISTS (SELECT 1 FROM messages WHERE lead_id = leads.id)
      OR EXISTS (SELECT 1 FROM leads AS part WHERE part.joined_into = leads.id) THEN (
    SELECT body FROM (
      SELECT leads.mensaje AS body, leads.created_at AS at
      UNION ALL SELECT mensaje, created_at FROM leads AS part WHERE part.joined_into = leads.id
      UNION ALL SELECT * FROM (
        SELECT body, at FROM messages WHERE lead_id = leads.id AND direction = 'in' AND body IS NOT NULL
        ORDER BY at DESC LIMIT 1
      )
    ) WHERE trim(body, char(9, 10, 13, 32)) <> '' ORDER BY at DESC LIMIT 1
  ) END`;

/** Columns of a lead in every statement that reads several. `as_of` is read in the same snapshot as the row. */
export const LEAD_COLUMNS = `id, ${LEAD_FIELD_NAMES.map(selectColumn).join(', ')}, ${ORIGIN_FIELDS.join(', ')}, via,
  whatsapp_user_id, phone_key, awaiting_reply_since, last_activity_at, import_id, notes_count,
  (SELECT name FROM profiles WHERE profiles.id = owner_id) AS owner_name,
  (SELECT companies.id FROM companies WHERE companies.lead_id = leads.id) AS company_id,
  (SELECT companies.name FROM companies WHERE companies.lead_id = leads.id) AS company_name, ${ATTEMPTS} AS attempts,
  ${LATER_WORDS} AS last_words, ${DUPLICATES} AS duplicates, (SELECT count(*) FROM leads AS part WHERE part.joined_into = leads.id) AS joined,
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
  row.last_words = firstLine(row.last_words ?? row.mensaje ?? '');
  return row;
}

/** Enough for a line on a wide screen. */
const MAX_LINE_LENGTH = 160;

function firstLine(text: string): string | null {
  const [line = ''] = text.trim().split('\n', 1);
  return cutText(line.trimEnd(), MAX_LINE_LENGTH) || null;
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

export const selectLead = leadQuery<{ id: number }>(
  `SELECT ${LEAD_COLUMNS} FROM leads WHERE id = :id AND deleted_at IS NULL`,
);

/** Only the status: an UPDATE rewrites the index of every column it names, changed or not. All take twice as long. */
export const updateLeadStatus = query<[Pick<Lead, 'id' | 'estado' | 'first_contacted_at'>]>(
  `UPDATE leads SET estado = :estado, first_contacted_at = :first_contacted_at
   WHERE id = :id AND deleted_at IS NULL`,
);

export const hideLead = query<[{ id: number; deleted_at: string }]>(
  `UPDATE leads SET deleted_at = :deleted_at WHERE id = :id AND deleted_at IS NULL`,
);
