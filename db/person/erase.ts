import type { Database } from 'better-sqlite3';
import type { ErasedCounts } from '~/shared/leads/person/erasure';
import { purgeRemovedWords } from '../search-index';
import { emptyLog } from '../write-ahead-log';
import { findMailFiles, removeMailFiles } from './mail-files';
import { findTraces, type Traces } from './traces';

/** Replaces an erased person's email in the audit, whose entries stay. */
const ERASED = 'persona eliminada';

/** What an erasure removes, or would remove; `mails` are file paths. */
export type Erasure = Traces & { mails: string[] };

/** What `erasePerson` would remove. Changes nothing. */
export function foreseeErasure(db: Database, email: string, mailDir: string): Erasure {
  const traces = findTraces(db, email);
  return { ...traces, mails: findMailFiles(mailDir, traces.spellings) };
}

/**
 * Removes for good what belongs to the person: leads (also in the trash) with their notes and events; what the person
 * sent, with or without a lead; messages about the person, sent or not; and mails stored as files. In other people's
 * leads, the email is removed only from their history of changes. The audit keeps its entries without the email. An
 * account and an agent stay. Returns what was removed, and whether it is overwritten in every file: a long reader can
 * prevent it. `first` is done in the same transaction and may throw.
 */
export function erasePerson(
  db: Database,
  email: string,
  mailDir: string,
  first = () => {},
): { erasure: Erasure; isOverwritten: boolean } {
  const erasure = foreseeErasure(db, email, mailDir);
  const erase = db.transaction(() => {
    first();
    eraseRows(db, erasure);
    if (erasure.leads.length > 0) skipAnEvent(db);
  });
  erase.immediate();
  removeMailFiles(erasure.mails);
  purgeRemovedWords(db);
  return { erasure, isOverwritten: emptyLog(db) };
}

/** How many of each. */
export function countErased(erasure: Erasure): ErasedCounts {
  const { leads, enquiries, deliveries, views, importRows, signUps, invitations, mails, events, audit } =
    erasure;
  return {
    leads: leads.length,
    enquiries: enquiries.length,
    deliveries: deliveries.length,
    views: views.length,
    import_rows: importRows.length,
    sign_ups: signUps.length,
    invitations: invitations.length,
    mails: mails.length,
    events: events.length,
    audit: audit.length,
  };
}

/**
 * The events of an erased lead go with it. So that open panels learn of it, the number of one that never was is left out:
 * where there is nothing to tell, they read their list again.
 */
function skipAnEvent(db: Database): void {
  db.exec("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'lead_events'");
}

function eraseRows(
  db: Database,
  { deliveries, leads, enquiries, events, audit, limits, signUps, invitations, views, importRows }: Traces,
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
       WHERE earlier.kind = deliveries.kind AND earlier.webhook_id IS deliveries.webhook_id
         AND earlier.lead_id = deliveries.lead_id AND earlier.state = 'pending' AND earlier.id < deliveries.id
     )`,
  );
  forEach(leads, 'DELETE FROM leads WHERE id = ?');
  forEach(enquiries, 'DELETE FROM enquiries WHERE id = ?');
  forEach(events, 'UPDATE lead_events SET from_value = NULL, to_value = NULL WHERE id = ?');
  forEach(views, 'DELETE FROM saved_views WHERE id = ?');
  const deleteRow = db.prepare('DELETE FROM import_rows WHERE import_id = :import_id AND row = :row');
  for (const row of importRows) deleteRow.run(row);
  forEach(signUps, 'DELETE FROM sign_ups WHERE rowid = ?');
  forEach(invitations, 'DELETE FROM invitations WHERE id = ?');
  forEach(limits, 'DELETE FROM rate_limits WHERE key = ?');
  forEach(
    audit,
    `UPDATE audit_events SET actor_email = iif(actor_email IS NULL, NULL, '${ERASED}'),
       subject_email = iif(subject_email IS NULL, NULL, '${ERASED}'), from_value = NULL, to_value = NULL, address = NULL
     WHERE id = ?`,
  );
}
