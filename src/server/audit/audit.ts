import type { SessionUser } from '~/shared/accounts/account';
import type { AuditEvent, AuditPage, AuditType } from '~/shared/audit/event';
import { deleteBatch, query } from '../database/connection';
import { ROWS_TO_READ, toPage } from '../database/paging';
import { removeInSlices } from '../database/slices';
import type { Visit } from '../http/visit';
import { addressKey } from '../net/client-address';
import { scale } from '../rate-limit/rate-limit';

/** A user who acts, and the request's address. */
export type Actor = { id: string; email: string; address: string | null };

/** The signed-in user of a request, for the audit. */
export function actorOf(user: SessionUser, visit: Visit): Actor {
  return { id: user.id, email: user.email, address: visit.address };
}

type Entry = {
  type: AuditType;
  actor: Actor | null;
  /** The person concerned; `id` is null for an email without an account. */
  subject?: { id: string | null; email: string };
  companyId?: number | null;
  from?: string | null;
  to?: string | null;
  address?: string;
};

/** `attempts`: null for a single act. */
type NewAuditEvent = Omit<ReturnType<typeof toRow>, 'attempts'> & { attempts: 1 | null };

const insertAuditEvent = query<[NewAuditEvent]>(
  `INSERT INTO audit_events (type, actor_id, actor_email, subject_id, subject_email, company_id, from_value,
                             to_value, address, attempts, created_at)
   VALUES (:type, :actor_id, :actor_email, :subject_id, :subject_email, :company_id, :from_value, :to_value,
           :address, :attempts, :created_at)`,
);

/** Stores one entry, in the caller's transaction, and returns its id. Must never contain a password or a token. */
export function recordAudit(entry: Entry): number {
  return Number(insertAuditEvent().run(toRow(entry)).lastInsertRowid);
}

/** Entries of attempts in an hour that name address and email: less than 1 MB a day, however many attempts there are. */
const DETAILED_PER_HOUR = 100;

type Attempt = Pick<NewAuditEvent, 'type' | 'actor_id' | 'subject_email' | 'to_value' | 'address'>;

/** Counts one more attempt in its entry, if there has been one since a moment. */
const addAttempt = query<[Attempt & { since: string; now: string }]>(
  `UPDATE audit_events SET attempts = attempts + 1, last_at = :now
   WHERE created_at BETWEEN :since AND :now AND attempts IS NOT NULL AND type = :type AND actor_id IS :actor_id
     AND subject_email IS :subject_email AND to_value IS :to_value AND address IS :address`,
);

const countAttemptEntries = query<[{ since: string; now: string }], { entries: number }>(
  'SELECT count(*) AS entries FROM audit_events WHERE created_at BETWEEN :since AND :now AND attempts IS NOT NULL',
);

/**
 * Records an attempt that was refused, which strangers can repeat without end: all of one kind, account and address in
 * an hour (UTC) are one entry. Past a hundred entries in the hour, the rest are summed without their addresses and, but
 * for those at an account that exists (`isKnown`), without the email. In the caller's transaction.
 */
export function recordAttempt(entry: Entry, isKnown: boolean): void {
  const row = toRow(entry);
  const since = `${row.created_at.slice(0, 13)}:00:00.000Z`;
  const add = (to: Omit<typeof row, 'attempts'>) => addAttempt().run({ ...to, since, now: row.created_at }).changes > 0;
  const detailed = { ...row, address: row.address && addressKey(row.address), attempts: 1 as const };
  if (add(detailed)) return;
  const { entries = 0 } = countAttemptEntries().get({ since, now: row.created_at }) ?? {};
  if (entries < scale(DETAILED_PER_HOUR)) {
    insertAuditEvent().run(detailed);
    return;
  }
  const summed = { ...detailed, address: null, subject_email: isKnown ? row.subject_email : null };
  if (!add(summed)) insertAuditEvent().run(summed);
}

function toRow({ type, actor, subject, companyId, from, to, address }: Entry) {
  return {
    type,
    actor_id: actor?.id ?? null,
    actor_email: actor?.email ?? null,
    subject_id: subject?.id ?? null,
    subject_email: subject?.email ?? null,
    company_id: companyId ?? null,
    from_value: from ?? null,
    to_value: to ?? null,
    address: address ?? actor?.address ?? null,
    attempts: null,
    created_at: new Date().toISOString(),
  };
}

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

const selectAuditEvents = listQuery();

/** Fifty entries, newest first: those before the entry `before` and by or about `person`, where given. */
export function listAuditEvents(before?: number, person?: string): AuditPage {
  const request = { before: before ?? Number.MAX_SAFE_INTEGER, limit: ROWS_TO_READ };
  const found = person === undefined ? selectAuditEvents().all(request) : ofPerson({ ...request, person });
  const { rows, next_cursor } = toPage(found, ({ id }) => id);
  return { events: rows, next_cursor };
}

type OfPerson = AuditRequest & { person: string };

const selectDoneBy = listQuery<OfPerson>('actor_id = :person AND');

const selectDoneTo = listQuery<OfPerson>('subject_id = :person AND actor_id IS NOT :person AND');

function ofPerson(request: { before: number; limit: number; person: string }): AuditEvent[] {
  const found = [...selectDoneBy().all(request), ...selectDoneTo().all(request)];
  return found.sort((a, b) => b.id - a.id).slice(0, ROWS_TO_READ);
}

/** The last sign-in that took more than the password. */
const selectLastProof = query<[{ actor_id: string }], { at: string | null }>(
  `SELECT max(created_at) AS at FROM audit_events
   WHERE actor_id = :actor_id AND type = 'sign_in' AND to_value IN ('totp', 'recovery', 'passkey')`,
);

/** When somebody last signed in with a second factor; null if they never did. */
export function lastProvenSignIn(userId: string): string | null {
  return selectLastProof().get({ actor_id: userId })?.at ?? null;
}

const RETENTION_MS = 2 * 365 * 24 * 60 * 60 * 1000;

const deleteAuditEventsBefore = deleteBatch<{ before: string }>('audit_events', 'id', 'created_at < :before');

/** Removes entries older than two years; returns how many. */
export function removeOldAuditEvents(): Promise<number> {
  const before = new Date(Date.now() - RETENTION_MS).toISOString();
  return removeInSlices(deleteAuditEventsBefore, { before });
}
