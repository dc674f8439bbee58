import type { Database } from 'better-sqlite3';
import { MARK_CONTEXT, numberMark } from '~/server/leads/erasure/erased-marks';
import { possiblePhoneKeys } from '~/server/leads/same-person/contact-keys';
import { signWith } from '~/server/secrets/encryption';
import { readKeyFile, type SecretsKey, SecretsKeyError } from '~/server/secrets/key-file';
import { migrate } from '../migrate';
import { purgeRemovedWords } from '../search-index';
import { type Contacts, contactsOf, contactsOfRow } from './contacts';
import { numbersIn } from './conversations';
import { eraseRows } from './erase';
import { type ErasedEntry, emailMark, insertEntry, readErasedList, rowMarks } from './erased-list';
import { findTraces } from './traces';

/** How many erasures were repeated, and how many could not be for want of their key. */
export type ReplayedErasures = { done: number; unreadable: number };

/**
 * Repeats on a copy nobody else uses the erasures made after it: those on the list that it has not seen. People who
 * came back after an erasure it has seen stay. A copy with somebody to erase is migrated first.
 */
export function replayErasures(db: Database, listPath: string, keyPath: string): ReplayedErasures {
  const seen = readSeen(db);
  const missed = readErasedList(listPath).filter(({ id }) => !seen.has(id));
  if (missed.length === 0) return { done: 0, unreadable: 0 };
  const key = readKey(keyPath);
  const readable = missed.filter((entry) => entry.key === key?.fingerprint.toString('hex'));
  if (key && readable.length > 0) {
    db.pragma('secure_delete = ON');
    db.pragma('foreign_keys = ON');
    migrate(db);
    db.transaction(() => eraseMarked(db, readable, key)).immediate();
    purgeRemovedWords(db);
  }
  return { done: readable.length, unreadable: missed.length - readable.length };
}

function readSeen(db: Database): Set<string> {
  const isOld = !db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'erasures'").get();
  return new Set(isOld ? [] : db.prepare<[], string>('SELECT id FROM erasures').pluck().all());
}

function readKey(path: string): SecretsKey | null {
  try {
    return readKeyFile(path);
  } catch (error) {
    if (error instanceof SecretsKeyError) return null;
    throw error;
  }
}

function eraseMarked(db: Database, entries: ErasedEntry[], key: SecretsKey): void {
  const marks = new Set(entries.flatMap(({ marks, numbers = [] }) => [...marks, ...numbers]));
  const isMarked = (mark: string) => marks.has(signWith(key, mark, MARK_CONTEXT).toString('base64url'));
  const marked = (table: Parameters<typeof rowMarks>[1]) =>
    rowMarks(db, table)
      .filter(([, mark]) => isMarked(mark))
      .map(([id]) => id);
  const found = findContacts(db);
  const emails = [...found.emails].filter((email) => isMarked(emailMark(email)));
  const numbers = [...found.numbers].filter((number) => isMarked(numberMark(number)));
  const traces = findTraces(db, { emails, leads: marked('leads'), numbers, enquiries: marked('enquiries') });
  const views = [...new Set([...traces.views, ...marked('saved_views')])];
  eraseRows(db, { ...traces, views, companies: marked('companies') });
  for (const entry of entries) insertEntry(db, entry);
}

/** Every email, and every number beside those of leads (which are marked themselves), by which the copy may know a person. */
function findContacts(db: Database): { emails: Set<string>; numbers: Set<string> } {
  const emails = new Set(db.prepare<[], string>(EMAILS).pluck().all());
  const numbers = new Set(db.prepare<[], string>(NUMBERS).pluck().all());
  const bodies = db.prepare<[], string>(WEBHOOKS).pluck().iterate();
  for (const body of bodies) for (const number of numbersIn(body)) numbers.add(number);
  const add = (given: Contacts, hasLead: boolean) => {
    for (const email of given.emails) emails.add(email);
    if (!hasLead) for (const phone of given.phones) for (const key of possiblePhoneKeys(phone)) numbers.add(key);
  };
  const sent = db.prepare<[], { body: string; type: string; has_lead: 0 | 1 }>(BODIES).iterate();
  for (const { body, type, has_lead } of sent) add(contactsOf(body, type), has_lead === 1);
  const rows = db.prepare<[], string>("SELECT cells FROM import_rows WHERE cells <> '[]'").pluck().iterate();
  for (const cells of rows) add(contactsOfRow(JSON.parse(cells)), false);
  return { emails, numbers };
}

const EMAILS = `
  SELECT email FROM leads WHERE email IS NOT NULL UNION SELECT email_key FROM lead_joins WHERE email_key IS NOT NULL
  UNION SELECT email FROM sign_ups
  UNION SELECT email FROM invitations
  UNION SELECT from_value FROM lead_events WHERE field = 'email' AND from_value IS NOT NULL
  UNION SELECT to_value FROM lead_events WHERE field = 'email' AND to_value IS NOT NULL`;

const NUMBERS = `
  SELECT phone_key FROM messages WHERE lead_id IS NULL UNION SELECT phone_key FROM silenced_numbers`;

const WEBHOOKS = 'SELECT body FROM whatsapp_received UNION ALL SELECT body FROM whatsapp_unknown';

const BODIES = `
  SELECT body, content_type AS type, lead_id IS NOT NULL AS has_lead FROM enquiries
  UNION ALL SELECT payload, 'application/json', lead_id IN (SELECT id FROM leads) FROM deliveries`;
