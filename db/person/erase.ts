import type { Database } from 'better-sqlite3';
import type { ErasedCounts, ErasureChoices, Related } from '~/shared/leads/erasure';
import { eraseStrings } from '~/shared/strings/lead/erase';
import { purgeRemovedWords } from '../search-index';
import { truncateWal } from '../write-ahead-log';
import { eraseConversations, makeForEach } from './conversations';
import { recordErasure } from './erased-list';
import { findMailFiles, removeMailFiles } from './mail-files';
import { findRelated } from './related';
import { findTraces, type PersonQuery, personOf, type Traces } from './traces';

/** Replaces the email of an erased person in the audit, whose entries stay. */
const ERASED = 'persona eliminada';

/** What an erasure removes or would remove. */
export type Erasure = Traces & {
  mails: string[];
  /** Agencies that lose the person's name. */
  companies: number[];
  /** Possible matches left to choose from. */
  related: Related;
};

/** Whose data, which of `previewErasure`'s possible matches go too, and where mails are kept. */
export type ErasureOrder = PersonQuery & { also?: ErasureChoices; mailDir: string };

/** Dry run of `erasePerson`. A chosen match that is no longer offered is ignored. */
export function previewErasure(db: Database, order: ErasureOrder): Erasure {
  const found = findRows(db, order);
  return { ...found, mails: findMailFiles(order.mailDir, found) };
}

/** The part that is in the database. */
function findRows(db: Database, { also = {}, ...whom }: ErasureOrder): Omit<Erasure, 'mails'> {
  const person = personOf(db, whom);
  const first = findTraces(db, person);
  const related = findRelated(db, first);
  const chosen = <Kind extends 'leads' | 'companies' | 'views'>(kind: Kind) =>
    related[kind].map(({ id }) => id).filter((id) => also[kind]?.includes(id));
  const emails = related.emails.filter((former) => also.emails?.includes(former));
  const leads = chosen('leads');
  const isMore = leads.length + emails.length > 0;
  const all = { emails: [...person.emails, ...emails], leads: [...(person.leads ?? []), ...leads] };
  const traces = isMore ? findTraces(db, all) : first;
  return {
    ...traces,
    views: [...new Set([...traces.views, ...chosen('views')])],
    companies: chosen('companies'),
    related,
  };
}

/**
 * Erases a person for good: their leads (trash included) with notes and events, their submissions, messages about them,
 * sent or not, conversations, and mails stored as files. Other people's leads lose the email or number only from their history of
 * changes; audit entries stay without it; accounts and agents stay. The list beside the database records it, so that a
 * restored copy loses the person too. Returns what was removed, and whether every file overwrites it, which a long
 * reader can prevent. `first` runs in the same transaction and may throw. Rows are read in that transaction, so that
 * none arrives or changes hands in between; it blocks other writers for some half a second at a hundred thousand leads.
 * @throws {AppError} `busy` if the secrets key is missing.
 */
export function erasePerson(
  db: Database,
  order: ErasureOrder,
  first = () => {},
): { erasure: Erasure; isOverwritten: boolean } {
  const erase = db.transaction(() => {
    first();
    const rows = findRows(db, order);
    if (!isNothing({ ...rows, mails: [] })) recordErasure(db, rows);
    eraseRows(db, rows);
    if (rows.leads.length > 0) skipAnEvent(db);
    return rows;
  });
  const rows = erase.immediate();
  const erasure = { ...rows, mails: findMailFiles(order.mailDir, rows) };
  removeMailFiles(erasure.mails);
  purgeRemovedWords(db);
  return { erasure, isOverwritten: truncateWal(db) };
}

/** Whether there is nothing to remove. */
export function isNothing(erasure: Erasure): boolean {
  return Object.values(countErased(erasure)).every((count) => count === 0);
}

/** Number of rows or files per kind. */
export function countErased(erasure: Erasure): ErasedCounts {
  const { leads, enquiries, deliveries, views, importRows, signUps, invitations, mails, events, audit } = erasure;
  return {
    leads: leads.length,
    enquiries: enquiries.length,
    messages: erasure.conversations.messages.length,
    deliveries: deliveries.length,
    views: views.length,
    import_rows: importRows.length,
    sign_ups: signUps.length,
    invitations: invitations.length,
    mails: mails.length,
    events: events.length,
    audit: audit.length,
    companies: erasure.companies.length,
  };
}

/** An erased lead's events go with it. Skipping an event id leaves a gap, which makes open panels reload their list. */
function skipAnEvent(db: Database): void {
  db.exec("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'lead_events'");
}

/** Needs the caller's transaction. */
export function eraseRows(db: Database, { companies, ...traces }: Traces & Pick<Erasure, 'companies'>): void {
  const { deliveries, leads, enquiries, events, audit, signUps, invitations, views, importRows } = traces;
  const forEach = makeForEach(db);
  for (const id of companies) renameCompany(db, id);
  eraseConversations(db, traces.conversations);
  forEach(deliveries, 'DELETE FROM deliveries WHERE id = ?');
  // A message queued behind a removed one may leave now.
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
  forEach(
    importRows.map(({ import_id }) => import_id),
    "UPDATE imports SET texts = '[]' WHERE id = ?",
  );
  forEach(signUps, 'DELETE FROM sign_ups WHERE rowid = ?');
  forEach(invitations, 'DELETE FROM invitations WHERE id = ?');
  forEach(
    audit,
    `UPDATE audit_events SET actor_email = iif(actor_email IS NULL, NULL, '${ERASED}'),
       subject_email = iif(subject_email IS NULL, NULL, '${ERASED}'), from_value = NULL, to_value = NULL, address = NULL
     WHERE id = ?`,
  );
}

/** An agency named after the person stays under a neutral name; so do its audit entries. */
function renameCompany(db: Database, id: number): void {
  db.prepare(
    `UPDATE audit_events SET from_value = NULL, to_value = NULL
     WHERE company_id = :id AND type IN ('company_created', 'company_renamed')`,
  ).run({ id });
  db.prepare('UPDATE companies SET name = :name WHERE id = :id').run({ id, name: eraseStrings.agency(id) });
}
