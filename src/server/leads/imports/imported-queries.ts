import { CHANGEABLE } from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';
import { query } from '../../database/connection';
import { bindColumn } from '../lead-fields';
import type { PersonKeys } from '../same-person/contact-keys';
import { IMPORT_ONLY_FIELDS, type ImportOnlyFields } from './row-update';

const COLUMNS = [
  ...CHANGEABLE,
  ...IMPORT_ONLY_FIELDS,
  ...(['last_activity_at', 'email_key', 'phone_key', 'import_id'] as const),
] as const;

export type ImportedLead = Pick<Lead, Exclude<(typeof COLUMNS)[number], 'email_key' | 'import_id'>> &
  Pick<PersonKeys, 'email_key'> & { import_id: number };

/** Inserts many leads by one statement, because the full-text indexes flush to disk once per statement. */
export const insertImportedLeads = query<[{ leads: string }], { id: number }>(
  `INSERT INTO leads (${COLUMNS.join(', ')})
   SELECT ${COLUMNS.map((name) => bindColumn(name, `value ->> '${name}'`)).join(', ')}
   FROM json_each(:leads)
   RETURNING id`,
);

export const selectNoteTexts = query<[{ lead_id: number }], { body: string }>(
  `SELECT body FROM lead_notes INDEXED BY lead_notes_newest
   WHERE lead_id = :lead_id AND is_deleted = 0 ORDER BY created_at, id`,
);

export const updateImportOnlyFields = query<[ImportOnlyFields & Pick<Lead, 'id' | 'last_activity_at'>]>(
  `UPDATE leads SET ${IMPORT_ONLY_FIELDS.map((name) => `${name} = :${name}`).join(', ')}, last_activity_at = :last_activity_at
   WHERE id = :id`,
);

/** Whether the lead has an event since `first` outside these ranges. */
export const selectFurtherEvent = query<[{ lead_id: number; first: number; ranges: string }], { id: number }>(
  `SELECT id FROM lead_events AS event
   WHERE lead_id = :lead_id AND id >= :first AND NOT EXISTS (
     SELECT 1 FROM json_each(:ranges) WHERE event.id BETWEEN value ->> 0 AND value ->> 1
   ) LIMIT 1`,
);
