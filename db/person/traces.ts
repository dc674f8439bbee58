import type { Database } from 'better-sqlite3';
import { emailKey } from '~/server/leads/same-person/contact-keys';
import { type ConversationTraces, findConversations } from './conversations';
import { makeEmailMatcher, sendersOf } from './emails';

/** An email or, for somebody without one, a lead. */
export type PersonQuery = { email: string; lead?: number };

/** Emails, and leads and numbers (by their keys) that are known to be this person's. */
export type Person = { emails: string[]; leads?: number[]; numbers?: string[] };

/** A lead without an email stands for its person. */
export function personOf(db: Database, { email, lead }: PersonQuery): Person {
  const select = db.prepare<[unknown], string | null>('SELECT email FROM leads WHERE id = ?').pluck();
  if (email || lead === undefined) return { emails: email ? [email] : [] };
  const own = select.get(lead);
  return own ? { emails: [own] } : { emails: [], leads: own === null ? [lead] : [] };
}

/** One person's rows, and other people's rows that mention them. */
export type Traces = {
  /** The emails as stored, in lower case: providers may ignore dots and tags. */
  spellings: string[];
  /**
   * Leads with this email or made from this person's submissions, even if the email was changed later, and all leads
   * joined with these: people have said that it is the same person.
   */
  leads: number[];
  enquiries: number[];
  deliveries: number[];
  /** Changes to other people's leads from or to this email. */
  events: number[];
  /** Empty if the email belongs to an account or an agency's agent. */
  audit: number[];
  /** Unverified sign-ups. */
  signUps: number[];
  /** Unaccepted invitations. */
  invitations: string[];
  /** Saved views that search for this email. */
  views: number[];
  /** Pending or rejected rows of imported files. */
  importRows: ImportRow[];
  conversations: ConversationTraces;
  /** Other people's leads that mention the email in an earlier value, a message, a note, or a pending delivery. */
  namedIn: number[];
  isAgent: boolean;
  hasAccount: boolean;
};

/** All rows that contain one of these emails or belong to one of these leads. Scans some tables. Read-only. */
export function findTraces(db: Database, { emails, leads: given = [], numbers = [] }: Person): Traces {
  const keys = new Set(emails.map((email) => emailKey(email.trim())));
  const spellings = findSpellings(db, emails, keys);
  const names = makeEmailMatcher(spellings);
  const all = <Row>(sql: string, ...values: unknown[]) => db.prepare<unknown[], Row>(sql).all(...values);
  const ids = (sql: string, ...values: unknown[]) => all<{ id: number }>(sql, ...values).map(({ id }) => id);
  /** Rows that contain one of the spellings, anywhere. */
  const naming = <Row>(sql: string) => spellings.flatMap((key) => all<Row>(sql, { key, asked: asQuery(key) }));
  const forEmails = <Row>(sql: string) => emails.flatMap((email) => all<Row>(sql, email.trim()));
  const isAgent = forEmails('SELECT 1 FROM agents WHERE email = ?').length > 0;
  const hasAccount = forEmails('SELECT 1 FROM users WHERE email = ?').length > 0;

  const sent = findSent(db, keys);
  const leads = new Set(given);
  for (const key of keys) for (const id of ids(LEADS_OF_EMAIL, { key })) leads.add(id);
  for (const { lead_id } of sent) if (lead_id !== null) leads.add(lead_id);
  for (const lead of leads) for (const id of ids(JOINED_LEADS, { lead })) leads.add(id);
  const enquiries = new Set(sent.map(({ id }) => id));
  const deliveries = new Set<number>();
  for (const lead of leads) {
    for (const id of ids('SELECT id FROM enquiries WHERE lead_id = ?', lead)) enquiries.add(id);
    for (const id of ids('SELECT id FROM deliveries WHERE lead_id = ?', lead)) deliveries.add(id);
  }

  const namedIn = new Set<number>();
  for (const row of naming<NamingDelivery>(NAMING_DELIVERIES)) {
    const isAccounts = row.kind !== 'webhook' && hasAccount;
    if (isAccounts || !names(row.payload, row.last_answer, row.last_error)) continue;
    if (row.state !== 'pending' || sendersOf(row.payload).some((sender) => keys.has(sender))) deliveries.add(row.id);
    else if (row.lead_id !== null) namedIn.add(row.lead_id);
  }
  const events = naming<NamingEvent>(NAMING_EVENTS).filter((row) => names(row.from_value, row.to_value));
  const texts = naming<{ lead_id: number; text: string }>(NAMING_TEXTS).filter(({ text }) => names(text));
  for (const { lead_id } of [...events, ...texts]) namedIn.add(lead_id);
  const audit = naming<{ id: number; text: string }>(NAMING_AUDIT).filter(({ text }) => names(text, readQuery(text)));
  const importRows = all<ImportRow & { cells: string }>(IMPORT_ROWS);

  return {
    spellings,
    leads: [...leads],
    enquiries: [...enquiries],
    deliveries: [...deliveries],
    events: unique(events.filter(({ lead_id, field }) => field === 'email' && !leads.has(lead_id)).map(({ id }) => id)),
    audit: isAgent || hasAccount ? [] : unique(audit.map(({ id }) => id)),
    views: all<{ id: number; name: string; query: string }>('SELECT id, name, query FROM saved_views')
      .filter(({ name, query }) => names(name, ...new URLSearchParams(query).values()))
      .map(({ id }) => id),
    importRows: importRows.filter(({ cells }) => names(...(JSON.parse(cells) as string[]))),
    conversations: findConversations(db, [...leads], numbers),
    invitations: forEmails<{ id: string }>('SELECT id FROM invitations WHERE email = ?').map(({ id }) => id),
    signUps: forEmails<{ id: number }>('SELECT rowid AS id FROM sign_ups WHERE email = ? COLLATE NOCASE').map(
      ({ id }) => id,
    ),
    namedIn: [...namedIn].filter((lead) => !leads.has(lead)).sort((a, b) => a - b),
    isAgent,
    hasAccount,
  };
}

/** Leads that have the email, or have absorbed one that had it. */
const LEADS_OF_EMAIL = `SELECT id FROM leads WHERE email_key = :key
  UNION SELECT into_id FROM lead_joins WHERE email_key = :key`;

/** The lead it was joined into, and those joined into it. */
const JOINED_LEADS = `SELECT joined_into AS id FROM leads WHERE id = :lead AND joined_into IS NOT NULL
  UNION SELECT id FROM leads WHERE joined_into = :lead`;

function findSpellings(db: Database, emails: string[], keys: Set<string>): string[] {
  const select = db.prepare<[string], string>('SELECT DISTINCT email FROM leads WHERE email_key = ?').pluck();
  const stored = [...keys].flatMap((key) => select.all(key));
  const given = emails.map((email) => email.trim());
  return [...new Set([...given, ...stored].map((spelling) => spelling.toLowerCase()))];
}

type Sent = { id: number; lead_id: number | null; body: string; content_type: string };

/** Submissions are stored verbatim, so the sender's email must be parsed out of each. */
function findSent(db: Database, keys: Set<string>): Sent[] {
  const found: Sent[] = [];
  const rows = db.prepare<[], Sent>('SELECT id, lead_id, body, content_type FROM enquiries ORDER BY id').iterate();
  for (const row of rows) if (sendersOf(row.body, row.content_type).some((sender) => keys.has(sender))) found.push(row);
  return found;
}

type NamingDelivery = {
  id: number;
  kind: string;
  state: string;
  lead_id: number | null;
  payload: string;
  last_answer: string | null;
  last_error: string | null;
};

const NAMING_DELIVERIES = `SELECT id, kind, state, lead_id, payload, last_answer, last_error FROM deliveries
  WHERE instr(lower(concat_ws(' ', payload, last_answer, last_error)), :key) > 0`;

type ImportRow = { import_id: number; row: number };

/** Rows that have become leads have no cells. */
const IMPORT_ROWS = "SELECT import_id, row, cells FROM import_rows WHERE cells <> '[]'";

type NamingEvent = {
  id: number;
  lead_id: number;
  field: string | null;
  from_value: string | null;
  to_value: string | null;
};

const NAMING_EVENTS = `SELECT id, lead_id, field, from_value, to_value FROM lead_events
  WHERE instr(lower(concat_ws(' ', from_value, to_value)), :key) > 0`;

const NAMING_TEXTS = `SELECT lead_id, body AS text FROM lead_notes WHERE instr(lower(body), :key) > 0
  UNION ALL
  SELECT lead_id, body FROM messages WHERE lead_id IS NOT NULL AND instr(lower(body), :key) > 0
  UNION ALL
  SELECT id, concat_ws(' ', nombre, empresa, mensaje) FROM leads
  WHERE instr(lower(concat_ws(' ', nombre, empresa, mensaje)), :key) > 0`;

const NAMING_AUDIT = `SELECT id, concat_ws(' ', actor_email, subject_email, from_value, to_value) AS text
  FROM audit_events
  WHERE instr(lower(concat_ws(' ', actor_email, subject_email, from_value, to_value)), :key) > 0
     OR instr(lower(to_value), :asked) > 0`;

const unique = (ids: number[]) => [...new Set(ids)];

/** A text as encoded in a URL's query. */
function asQuery(text: string): string {
  return new URLSearchParams({ q: text }).toString().slice('q='.length).toLowerCase();
}

/** The audit records exported or deleted leads as a URL query. */
function readQuery(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
