import type { Database } from 'better-sqlite3';
import { findMailFiles, removeMailFiles } from './mail-files';
import { findTraces, type Traces } from './traces';

/** Replaces an erased person's email in the audit, whose entries stay. */
const ERASED = 'persona eliminada';

/** What an erasure removes, or would remove; `mails` are file paths. */
export type Erasure = Traces & { mails: string[] };

/** What `erasePerson` would remove. Changes nothing. */
export function foreseeErasure(db: Database, email: string, mailDir: string): Erasure {
  return { ...findTraces(db, email), mails: findMailFiles(mailDir, email) };
}

/**
 * Removes for good what belongs to the person: leads (also in the trash) with their notes and events; what the person
 * sent, with or without a lead; messages about the person, sent or not; and mails stored as files. In other people's
 * leads, the email is removed only from their history of changes. The audit keeps its entries without the email. An
 * account and an agent stay. Returns what was removed.
 */
export function erasePerson(db: Database, email: string, mailDir: string): Erasure {
  const erasure = foreseeErasure(db, email, mailDir);
  db.transaction(() => eraseRows(db, erasure)).immediate();
  removeMailFiles(erasure.mails);
  return erasure;
}

function eraseRows(
  db: Database,
  { deliveries, leads, enquiries, events, audit, limits, signUps, views }: Traces,
): void {
  const forEach = (values: (number | string)[], sql: string) => {
    const statement = db.prepare(sql);
    for (const value of values) statement.run(value);
  };
  forEach(deliveries, 'DELETE FROM deliveries WHERE id = ?');
  // A message that waited for a removed one must now be allowed to leave.
  db.exec(
    `UPDATE deliveries SET waits = 0 WHERE state = 'pending' AND waits = 1 AND NOT EXISTS (
       SELECT 1 FROM deliveries AS earlier
       WHERE earlier.kind = deliveries.kind AND earlier.lead_id = deliveries.lead_id
         AND earlier.state = 'pending' AND earlier.id < deliveries.id
     )`,
  );
  forEach(leads, 'DELETE FROM leads WHERE id = ?');
  forEach(enquiries, 'DELETE FROM enquiries WHERE id = ?');
  forEach(events, 'UPDATE lead_events SET from_value = NULL, to_value = NULL WHERE id = ?');
  forEach(views, 'DELETE FROM saved_views WHERE id = ?');
  forEach(signUps, 'DELETE FROM sign_ups WHERE rowid = ?');
  forEach(limits, 'DELETE FROM rate_limits WHERE key = ?');
  forEach(
    audit,
    `UPDATE audit_events SET actor_email = iif(actor_email IS NULL, NULL, '${ERASED}'),
       subject_email = iif(subject_email IS NULL, NULL, '${ERASED}'), from_value = NULL, to_value = NULL, address = NULL
     WHERE id = ?`,
  );
}
