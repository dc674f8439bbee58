import type { Lead } from '~/shared/leads/lead';
import { query } from '../database/connection';

const COLUMNS = [
  'nombre',
  'email',
  'whatsapp',
  'pais',
  'estado',
  'client_type',
  'source',
  'mensaje',
  'empresa',
  'created_at',
  'last_activity_at',
  'first_contacted_at',
  'owner_id',
  'email_key',
  'phone_key',
  'import_id',
] as const;

/** A lead as `insertImportedLeads` takes it, in a JSON list. */
export type ImportedLead = Pick<Lead, Exclude<(typeof COLUMNS)[number], 'email_key' | 'import_id'>> & {
  email_key: string;
  import_id: number;
};

/** Many leads by one statement: with each statement the full-text indexes write down what they have gathered. */
export const insertImportedLeads = query<[{ leads: string }], { id: number }>(
  `INSERT INTO leads (${COLUMNS.join(', ')})
   SELECT ${COLUMNS.map((name) => `value ->> '${name}'`).join(', ')} FROM json_each(:leads)
   RETURNING id`,
);

/** Whether something has happened to a lead since the first of some events, beside those that are in the ranges. */
export const selectFurtherEvent = query<[{ lead_id: number; first: number; ranges: string }], { id: number }>(
  `SELECT id FROM lead_events AS event
   WHERE lead_id = :lead_id AND id >= :first AND NOT EXISTS (
     SELECT 1 FROM json_each(:ranges) WHERE event.id BETWEEN value ->> 0 AND value ->> 1
   ) LIMIT 1`,
);
