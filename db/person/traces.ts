import type { Database } from 'better-sqlite3';
import { emailKey } from '~/shared/leads/email-key';
import { z } from '~/shared/zod';
import { type Contacts, contactsOf, contactsOfRow, makeNumberMatcher } from './contacts';
import { type ConversationTraces, findConversations, findNumbers } from './conversations';
import { makeEmailMatcher } from './emails';

/** An email or, for somebody without one, a lead. */
export type PersonQuery = { email: string; lead?: number };

/** Emails, and leads, numbers (by their keys) and enquiries that are known to be this person's. */
export type Person = { emails: string[]; leads?: number[]; numbers?: string[]; enquiries?: number[] };

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
  /** Also those without a lead that give a number of theirs, or were corrected and sent again. */
  enquiries: number[];
  deliveries: number[];
  /** Changes to other people's leads from or to this email or number. */
  events: number[];
  /** Empty if the email belongs to an account or an agency's agent. */
  audit: number[];
  /** Unverified sign-ups. */
  signUps: number[];
  /** Unaccepted invitations. */
  invitations: string[];
  /** Saved views that search for this email or number. */
  views: number[];
  /** Pending or rejected rows of imported files. */
  importRows: ImportRow[];
  conversations: ConversationTraces;
  /** Other emails that came along with their number: a slip of theirs, or somebody else's. */
  beside: string[];
  /** Other people's leads that mention the email or number in an earlier value, a message, a note, or a pending delivery. */
  namedIn: number[];
  isAgent: boolean;
  hasAccount: boolean;
};

/**
 * All rows that contain one of these emails or a number of theirs, or belong to one of these leads. Scans some tables.
 * Read-only.
 */
export function findTraces(
  db: Database,
  { emails, leads: given = [], numbers: known = [], enquiries: sent = [] }: Person,
): Traces {
  const keys = new Set(emails.map((email) => emailKey(email.trim())));
  const spellings = findSpellings(db, emails, keys);
  const all = <Row>(sql: string, ...values: unknown[]) => db.prepare<unknown[], Row>(sql).all(...values);
  const ids = (sql: string, ...values: unknown[]) => all<{ id: number }>(sql, ...values).map(({ id }) => id);
  const forEmails = <Row>(sql: string) => emails.flatMap((email) => all<Row>(sql, email.trim()));
  const isAgent = forEmails('SELECT 1 FROM agents WHERE email = ?').length > 0;
  const hasAccount = forEmails('SELECT 1 FROM users WHERE email = ?').length > 0;

  const received = readEnquiries(db);
  const own = received.filter(({ emails }) => emails.some((email) => keys.has(email)));
  const leads = new Set(given);
  for (const key of keys) for (const id of ids(LEADS_OF_EMAIL, { key })) leads.add(id);
  for (const { lead_id } of own) if (lead_id !== null) leads.add(lead_id);
  for (const lead of leads) for (const id of ids(JOINED_LEADS, { lead })) leads.add(id);
  const ofLeads = findNumbers(db, [...leads]);
  const numbers = [...new Set([...ofLeads.filter((one) => !one.is_shared).map(({ number }) => number), ...known])];
  const namesNumber = makeNumberMatcher(numbers);
  const namesShared = makeNumberMatcher(ofLeads.map(({ number }) => number));
  const namesEmail = makeEmailMatcher(spellings);
  const names = (...texts: (string | null)[]) => namesEmail(...texts) || namesNumber(...texts);
  /** Rows that contain one of the spellings or numbers, anywhere. */
  const naming = <Row>(sql: string, textsOf: (row: Row) => (string | null)[]) => {
    const select = db.prepare<[{ key: string }], Row>(sql);
    const found: Row[] = [];
    for (const key of [...spellings, ...numbers.map(ending)])
      for (const row of select.iterate({ key })) if (names(...textsOf(row))) found.push(row);
    return found;
  };

  const beside = new Set<string>();
  /** Whether a row that belongs to no lead is the person's by its number; with another email it may be somebody else's. */
  const isTheirs = ({ emails, phones }: Contacts) => {
    const isOwn = namesNumber(...phones);
    if (!isOwn && !namesShared(...phones)) return false;
    const others = emails.filter((email) => z.regexes.html5Email.test(email) && !keys.has(email));
    for (const email of others) beside.add(email);
    return isOwn && others.length === 0;
  };

  const enquiries = new Set([...sent, ...own.map(({ id }) => id)]);
  const deliveries = new Set<number>();
  for (const lead of leads) {
    for (const id of ids('SELECT id FROM enquiries WHERE lead_id = ?', lead)) enquiries.add(id);
    for (const id of ids('SELECT id FROM deliveries WHERE lead_id = ?', lead)) deliveries.add(id);
  }
  const submissions = new Set(
    all<{ submission_id: string }>(SUBMISSIONS, {
      leads: JSON.stringify([...leads]),
      enquiries: JSON.stringify([...enquiries]),
    }).map(({ submission_id }) => submission_id),
  );
  for (const row of received) {
    if (row.lead_id !== null || enquiries.has(row.id)) continue;
    // Corrected since under the same id, or never to become a lead: another email in it is a slip.
    const isInvalid =
      row.state === 'invalid' && (submissions.has(row.submission_id ?? '') || namesNumber(...row.phones));
    if (isInvalid || isTheirs(row)) enquiries.add(row.id);
  }

  const namedIn = new Set<number>();
  for (const row of naming(NAMING_DELIVERIES, (one: NamingDelivery) => [
    one.payload,
    one.last_answer,
    one.last_error,
  ])) {
    if (row.kind !== 'webhook' && hasAccount) continue;
    const { emails, phones } = contactsOf(row.payload);
    const isAbout = emails.some((sender) => keys.has(sender)) || namesNumber(...phones);
    if (row.state !== 'pending' || isAbout) deliveries.add(row.id);
    else if (row.lead_id !== null) namedIn.add(row.lead_id);
  }
  const events = naming(NAMING_EVENTS, (row: NamingEvent) => [row.from_value, row.to_value]);
  const texts = naming(NAMING_TEXTS, (row: { lead_id: number; text: string }) => [row.text]);
  for (const { lead_id } of [...events, ...texts]) namedIn.add(lead_id);
  const audit = naming(NAMING_AUDIT, (row: { id: number; text: string }) => [row.text]);
  const importRows = all<ImportRow & { cells: string }>(IMPORT_ROWS).filter((row) => {
    const cells = JSON.parse(row.cells) as string[];
    const contacts = contactsOfRow(cells);
    return namesEmail(...cells) || contacts.emails.some((email) => keys.has(email)) || isTheirs(contacts);
  });

  return {
    spellings,
    leads: [...leads],
    enquiries: [...enquiries],
    deliveries: [...deliveries],
    events: unique(events.filter(({ lead_id, field }) => isContact(field) && !leads.has(lead_id)).map(({ id }) => id)),
    audit: isAgent || hasAccount ? [] : unique(audit.map(({ id }) => id)),
    views: all<{ id: number; name: string; query: string }>('SELECT id, name, query FROM saved_views')
      .filter(({ name, query }) => names(name, ...new URLSearchParams(query).values()))
      .map(({ id }) => id),
    importRows,
    conversations: findConversations(db, [...leads], numbers),
    beside: [...beside],
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

type Received = { id: number; lead_id: number | null; state: string; submission_id: string | null } & Contacts;

/** Submissions are stored verbatim, so the sender's contacts must be parsed out of each. */
function readEnquiries(db: Database): Received[] {
  type Row = Omit<Received, keyof Contacts> & { body: string; content_type: string };
  const found: Received[] = [];
  for (const { body, content_type, ...row } of db.prepare<[], Row>(ENQUIRIES).iterate())
    found.push({ ...row, ...contactsOf(body, content_type) });
  return found;
}

const ENQUIRIES = 'SELECT id, lead_id, state, submission_id, body, content_type FROM enquiries ORDER BY id';

/** A form that was refused is sent again under the same id. */
const SUBMISSIONS = `SELECT submission_id FROM leads
    WHERE id IN (SELECT value FROM json_each(:leads)) AND submission_id IS NOT NULL
  UNION SELECT submission_id FROM enquiries
    WHERE id IN (SELECT value FROM json_each(:enquiries)) AND submission_id IS NOT NULL`;

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
  FROM audit_events WHERE instr(lower(concat_ws(' ', actor_email, subject_email, from_value, to_value)), :key) > 0`;

const unique = (ids: number[]) => [...new Set(ids)];

const isContact = (field: string | null) => field === 'email' || field === 'whatsapp';

/** What nobody writes apart of a number: its last two digits. */
const ending = (number: string) => number.slice(-2);
