import type { AuditEvent } from '~/shared/audit/event';
import { deleteBatch, query } from '../database/connection';

type NewAuditEvent = {
  type: string;
  actor_id: string | null;
  actor_email: string | null;
  subject_id: string | null;
  subject_email: string | null;
  company_id: number | null;
  from_value: string | null;
  to_value: string | null;
  address: string | null;
  /** Null for a single act. */
  attempts: 1 | null;
  created_at: string;
};

export const insertAuditEvent = query<[NewAuditEvent]>(
  `INSERT INTO audit_events (type, actor_id, actor_email, subject_id, subject_email, company_id, from_value,
                             to_value, address, attempts, created_at)
   VALUES (:type, :actor_id, :actor_email, :subject_id, :subject_email, :company_id, :from_value, :to_value,
           :address, :attempts, :created_at)`,
);

type Attempt = Pick<NewAuditEvent, 'type' | 'actor_id' | 'subject_email' | 'to_value' | 'address'>;

/** Counts one more attempt in its entry, if there has been one since a moment. */
export const addAttempt = query<[Attempt & { since: string; now: string }]>(
  `UPDATE audit_events SET attempts = attempts + 1, last_at = :now
   WHERE created_at BETWEEN :since AND :now AND attempts IS NOT NULL AND type = :type AND actor_id IS :actor_id
     AND subject_email IS :subject_email AND to_value IS :to_value AND address IS :address`,
);

export const countAttemptEntries = query<[{ since: string; now: string }], { entries: number }>(
  'SELECT count(*) AS entries FROM audit_events WHERE created_at BETWEEN :since AND :now AND attempts IS NOT NULL',
);

type AuditRequest = { before: number; limit: number };

/** Newest first; `before` is the last id of the previous page. */
function listQuery<Request extends AuditRequest>(condition = '') {
  return query<[Request], AuditEvent>(
    `SELECT audit_events.id, audit_events.type, actor_id, actor_email, subject_id, subject_email,
            iif(companies.deleted_at IS NULL, company_id, NULL) AS company_id, companies.name AS company_name, from_value, to_value, address, attempts, last_at, audit_events.created_at,
            iif(bulk_acts.state <> 'undone' AND bulk_acts.changed > 0, bulk_acts.key, NULL) AS undo
     FROM audit_events LEFT JOIN companies ON companies.id = audit_events.company_id
          LEFT JOIN bulk_acts ON bulk_acts.audit_id = audit_events.id
     WHERE ${condition} audit_events.id < :before ORDER BY audit_events.id DESC LIMIT :limit`,
  );
}

export const selectAuditEvents = listQuery();

type OfPerson = AuditRequest & { person: string };

export const selectDoneBy = listQuery<OfPerson>('actor_id = :person AND');

export const selectDoneTo = listQuery<OfPerson>('subject_id = :person AND actor_id IS NOT :person AND');

/** The last sign-in that took more than the password. */
export const selectLastProof = query<[{ actor_id: string }], { at: string | null }>(
  `SELECT max(created_at) AS at FROM audit_events
   WHERE actor_id = :actor_id AND type = 'sign_in' AND to_value IN ('totp', 'recovery', 'passkey')`,
);

export const deleteAuditEventsBefore = deleteBatch<{ before: string }>('audit_events', 'id', 'created_at < :before');
