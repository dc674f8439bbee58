import { query } from '~/server/database/connection';
import { EMPTY_FIELDS, PERSONAL_FIELDS } from '~/shared/leads/fields';

/** Repeats the condition of the partial index leads_to_anonymise. Leads still to be contacted are kept until then. */
const LOST_LONG_AGO = `FROM leads INDEXED BY leads_to_anonymise
  WHERE estado = 'perdido' AND deleted_at IS NULL AND (anonymised_at IS NULL OR anonymised_at < last_activity_at)
    AND last_activity_at < :before AND id NOT IN (
      SELECT id FROM leads INDEXED BY leads_by_next_contact
      WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on >= :today
    )`;

export const selectLeadsToAnonymise = query<[{ before: string; today: string; limit: number }], { id: number }>(
  `SELECT id ${LOST_LONG_AGO} ORDER BY last_activity_at, id LIMIT :limit`,
);

export const countLeadsToAnonymise = query<[{ before: string; today: string }], { total: number }>(
  `SELECT count(*) AS total ${LOST_LONG_AGO}`,
);

type OfLead = [{ lead_id: number }];

/** Leads merged into this one; their enquiries and deliveries go with them. */
export const deleteJoinedLeads = query<OfLead>('DELETE FROM leads WHERE joined_into = :lead_id');

/** One statement a table that holds personal data of a lead. */
export const deleteRows = ['lead_notes', 'messages', 'enquiries', 'deliveries', 'contact_attempts'].map((table) =>
  query<OfLead>(`DELETE FROM ${table} WHERE lead_id = :lead_id`),
);

/** The history keeps which fields changed, but personal values are removed. */
export const clearEventValues = query<OfLead>(
  `UPDATE lead_events SET from_value = NULL, to_value = NULL
   WHERE lead_id = :lead_id AND (type IN ('company_made', 'message_received', 'message_sent', 'message_edited', 'message_revoked',
     'number_reused') OR (type = 'changed'
     AND field IN (${PERSONAL_FIELDS.map((name) => `'${name}'`).join(', ')})))`,
);

/** Emails the lead has, had, or was merged with. */
export const selectEmails = query<OfLead, { email: string }>(
  `SELECT email FROM leads WHERE id = :lead_id AND email IS NOT NULL
   UNION ALL SELECT email FROM leads WHERE joined_into = :lead_id AND email IS NOT NULL
   UNION ALL SELECT from_value FROM lead_events WHERE lead_id = :lead_id AND field = 'email' AND from_value IS NOT NULL`,
);

/** Another lead with this email, not merged into this one. */
export const selectOther = query<[{ lead_id: number; email_key: string }], { id: number }>(
  `SELECT id FROM leads WHERE email_key = :email_key AND id <> :lead_id AND joined_into IS NOT :lead_id LIMIT 1`,
);

export const selectViews = query<[], { id: number; name: string; query: string }>(
  'SELECT id, name, query FROM saved_views',
);

export const deleteView = query<[{ id: number }]>('DELETE FROM saved_views WHERE id = :id');

/** The lead stays for the statistics: when and where it came from, what it asked for, and what became of it. */
export const anonymise = query<[{ lead_id: number; nombre: string; email: string; at: string }]>(
  `UPDATE leads SET nombre = :nombre, email = :email, email_key = :email, phone_key = NULL, whatsapp_user_id = NULL,
     ${PERSONAL_FIELDS.filter((name) => name in EMPTY_FIELDS)
       .map((name) => `${name} = NULL`)
       .join(', ')}, tema = NULL, submission_id = NULL, notes_count = 0,
     awaiting_reply_since = NULL, anonymised_at = :at
   WHERE id = :lead_id`,
);
