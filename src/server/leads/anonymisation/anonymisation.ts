import { emailKey } from '~/shared/leads/email-key';
import { EMPTY_FIELDS, PERSONAL_FIELDS } from '~/shared/leads/fields';
import type { Retention } from '~/shared/numbers/report';
import { retentionStrings } from '~/shared/strings/lead/person';
import { makeEmailMatcher } from '../../../../db/person/emails';
import { recordAudit } from '../../audit/audit';
import { query } from '../../database/connection';
import { workInSlices } from '../../database/slices';
import { getSettings } from '../../env';
import { recordEvent } from '../history/events';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far ahead people are warned. */
const FORECAST_DAYS = 30;
const LEADS_PER_STEP = 5;
const MAX_PER_AUDIT_ENTRY = 500;

/** The same day so many calendar months before, or the last day of a shorter month. */
export function monthsBefore(moment: number, months: number): number {
  const date = new Date(moment);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

/** Repeats the condition of the partial index leads_to_anonymise. Leads still to be contacted are kept until then. */
const LOST_LONG_AGO = `FROM leads INDEXED BY leads_to_anonymise
  WHERE estado = 'perdido' AND deleted_at IS NULL AND (anonymised_at IS NULL OR anonymised_at < last_activity_at)
    AND last_activity_at < :before AND id NOT IN (
      SELECT id FROM leads INDEXED BY leads_by_next_contact
      WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on >= :today
    )`;

const selectLeadsToAnonymise = query<[{ before: string; today: string; limit: number }], { id: number }>(
  `SELECT id ${LOST_LONG_AGO} ORDER BY last_activity_at, id LIMIT :limit`,
);

/**
 * Anonymises lost leads without activity for as many months as the settings say. Returns how many. A lead worked again
 * in time stays: each is checked in the transaction that anonymises it.
 */
export async function anonymiseLostLeads(): Promise<number> {
  const { LOST_LEADS_MONTHS: months } = getSettings();
  if (months === 0) return 0;
  const before = new Date(monthsBefore(Date.now(), months)).toISOString();
  const at = new Date().toISOString();
  let unaudited = 0;
  return workInSlices(() => {
    const due = selectLeadsToAnonymise().all({ before, today: at.slice(0, 10), limit: LEADS_PER_STEP });
    for (const { id } of due) anonymiseLead(id, at);
    unaudited += due.length;
    if (unaudited >= MAX_PER_AUDIT_ENTRY || (due.length === 0 && unaudited > 0)) {
      recordAudit({ type: 'leads_anonymised', actor: null, to: String(unaudited) });
      unaudited = 0;
    }
    return due.length;
  });
}

/** The lead stays for the statistics: when and where it came from, what it asked for, and what became of it. */
const anonymise = query<[{ lead_id: number; nombre: string; email: string; at: string }]>(
  `UPDATE leads SET nombre = :nombre, email = :email, email_key = :email, phone_key = NULL, whatsapp_user_id = NULL,
     ${PERSONAL_FIELDS.filter((name) => name in EMPTY_FIELDS)
       .map((name) => `${name} = NULL`)
       .join(', ')}, tema = NULL, submission_id = NULL, notes_count = 0,
     awaiting_reply_since = NULL, anonymised_at = :at
   WHERE id = :lead_id`,
);

type OfLead = [{ lead_id: number }];

/** The history keeps which fields changed, but personal values are removed. */
const clearEventValues = query<OfLead>(
  `UPDATE lead_events SET from_value = NULL, to_value = NULL
   WHERE lead_id = :lead_id AND (type IN ('company_made', 'message_received', 'message_sent', 'message_edited', 'message_revoked',
     'number_reused') OR (type = 'changed'
     AND field IN (${PERSONAL_FIELDS.map((name) => `'${name}'`).join(', ')})))`,
);

/** One statement a table that holds personal data of a lead. */
const deleteRows = ['lead_notes', 'messages', 'enquiries', 'deliveries', 'contact_attempts'].map((table) =>
  query<OfLead>(`DELETE FROM ${table} WHERE lead_id = :lead_id`),
);

/** Leads merged into this one; their enquiries and deliveries go with them. */
const deleteJoinedLeads = query<OfLead>('DELETE FROM leads WHERE joined_into = :lead_id');

function anonymiseLead(lead_id: number, at: string): void {
  const own = { lead_id };
  deleteViewsNaming(lead_id);
  deleteJoinedLeads().run(own);
  for (const remove of deleteRows) remove().run(own);
  clearEventValues().run(own);
  const { name: nombre, email } = retentionStrings;
  anonymise().run({ lead_id, nombre, email: email(lead_id), at });
  recordEvent(lead_id, null, { type: 'anonymised' }, at);
}

const deleteView = query<[{ id: number }]>('DELETE FROM saved_views WHERE id = :id');

const selectViews = query<[], { id: number; name: string; query: string }>('SELECT id, name, query FROM saved_views');

/** Another lead with this email, not merged into this one. */
const selectOther = query<[{ lead_id: number; email_key: string }], { id: number }>(
  `SELECT id FROM leads WHERE email_key = :email_key AND id <> :lead_id AND joined_into IS NOT :lead_id LIMIT 1`,
);

/** Emails the lead has, had, or was merged with. */
const selectEmails = query<OfLead, { email: string }>(
  `SELECT email FROM leads WHERE id = :lead_id AND email IS NOT NULL
   UNION ALL SELECT email FROM leads WHERE joined_into = :lead_id AND email IS NOT NULL
   UNION ALL SELECT from_value FROM lead_events WHERE lead_id = :lead_id AND field = 'email' AND from_value IS NOT NULL`,
);

/** A person with other leads may still be searched for. */
function deleteViewsNaming(lead_id: number): void {
  const emails = selectEmails()
    .all({ lead_id })
    .map(({ email }) => email)
    .filter((email) => !selectOther().get({ lead_id, email_key: emailKey(email) }));
  if (emails.length === 0) return;
  const names = makeEmailMatcher(emails);
  for (const { id, name, query } of selectViews().all()) {
    if (names(name, ...new URLSearchParams(query).values())) deleteView().run({ id });
  }
}

const countLeadsToAnonymise = query<[{ before: string; today: string }], { total: number }>(
  `SELECT count(*) AS total ${LOST_LONG_AGO}`,
);

/** What is due now or within 30 days; null if retention is off. */
export function forecastAnonymisation(): Retention | null {
  const { LOST_LEADS_MONTHS: months } = getSettings();
  if (months === 0) return null;
  const now = Date.now();
  const then = now + FORECAST_DAYS * DAY_MS;
  const before = monthsBefore(then, months);
  const today = new Date(then).toISOString().slice(0, 10);
  const { total = 0 } = countLeadsToAnonymise().get({ before: new Date(before).toISOString(), today }) ?? {};
  return { months, days: FORECAST_DAYS, total, idle: Math.round((now - before) / DAY_MS) };
}
