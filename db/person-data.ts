import type { Database } from 'better-sqlite3';
import { emailKey } from '~/server/leads/contact-keys';

type Row = Record<string, unknown>;

/** How many rows of each kind have gone, and what stays, since other people answer for it. */
export type Erasure = {
  leads: number;
  enquiries: number;
  deliveries: number;
  isAgent: boolean;
  hasAccount: boolean;
};

/** Everything that is kept about the person with this email, or null where there is nothing. No password, no token. */
export function findPersonData(db: Database, email: string): Row | null {
  const all = (sql: string, ...values: unknown[]) => db.prepare<unknown[], Row>(sql).all(...values);
  const leads = all('SELECT * FROM leads WHERE email_key = ? ORDER BY id', emailKey(email)).map((lead) => ({
    ...lead,
    notes: all(
      'SELECT id, body, created_at, edited_at, is_deleted FROM lead_notes WHERE lead_id = ?',
      lead.id,
    ),
    events: all(
      'SELECT type, field, from_value, to_value, created_at FROM lead_events WHERE lead_id = ? ORDER BY id',
      lead.id,
    ),
    deliveries: all(
      'SELECT kind, event, payload, state, created_at, finished_at FROM deliveries WHERE lead_id = ? ORDER BY id',
      lead.id,
    ),
  }));
  const [account] = all(
    `SELECT users.id, users.email, users.created_at, profiles.name, profiles.status,
            profiles.company_id
     FROM users JOIN profiles ON profiles.id = users.id WHERE users.email = ?`,
    email,
  );
  const found = {
    leads,
    enquiries: findEnquiries(db, email),
    agents: all('SELECT * FROM agents WHERE email = ?', email),
    sign_ups: all('SELECT email, name, created_at, expires_at FROM sign_ups WHERE email = ?', email),
    account: account ? { ...account, ...findTraces(all, String(account.id)) } : null,
  };
  const isNothing =
    !account &&
    [found.leads, found.enquiries, found.agents, found.sign_ups].every((rows) => rows.length === 0);
  return isNothing ? null : { email, exported_at: new Date().toISOString(), ...found };
}

/**
 * Removes for good, in one transaction, the leads with this email, in the trash or not, with their notes and events;
 * what the person sent, whether a lead came of it or not; their sign-ups that nobody has proven; and messages about these leads, sent or not. An account and an
 * agency's agent stay. Returns what it removed.
 */
export function erasePersonData(db: Database, email: string): Erasure {
  const sent = findEnquiries(db, email);
  // What is removed is overwritten in the file, too.
  db.pragma('secure_delete = ON');
  return db.transaction(() => eraseWithin(db, email, sent)).immediate();
}

/** What `erasePersonData` would remove; removes nothing. */
export function foreseeErasure(db: Database, email: string): Erasure {
  const sent = findEnquiries(db, email);
  db.exec('BEGIN IMMEDIATE');
  try {
    return eraseWithin(db, email, sent);
  } finally {
    db.exec('ROLLBACK');
  }
}

function eraseWithin(db: Database, email: string, sent: Row[]): Erasure {
  const enquiries = new Set(sent.map(({ id }) => id));
  const leads = db
    .prepare<[string], number>('SELECT id FROM leads WHERE email_key = ?')
    .pluck()
    .all(emailKey(email));
  let deliveries = 0;
  for (const id of leads) {
    const madeOf = db.prepare('SELECT id FROM enquiries WHERE lead_id = ?').pluck().all(id);
    for (const enquiry of madeOf) enquiries.add(enquiry);
    deliveries += db.prepare('DELETE FROM deliveries WHERE lead_id = ?').run(id).changes;
    db.prepare('DELETE FROM leads WHERE id = ?').run(id);
  }
  for (const id of enquiries) db.prepare('DELETE FROM enquiries WHERE id = ?').run(id);
  db.prepare('DELETE FROM sign_ups WHERE email = ?').run(email);
  const exists = (sql: string) => db.prepare(sql).get(emailKey(email)) !== undefined;
  return {
    leads: leads.length,
    enquiries: enquiries.size,
    deliveries,
    isAgent: exists('SELECT 1 FROM agents WHERE email = ?'),
    hasAccount: exists('SELECT 1 FROM users WHERE email = ?'),
  };
}

function findTraces(all: (sql: string, ...values: unknown[]) => Row[], userId: string): Row {
  return {
    roles: all('SELECT role FROM user_roles WHERE user_id = ?', userId).map(({ role }) => role),
    sessions: all('SELECT user_agent, created_at, last_used_at FROM sessions WHERE user_id = ?', userId),
    notes_written: all('SELECT lead_id, body, created_at FROM lead_notes WHERE author_id = ?', userId),
    audit: all(
      'SELECT type, address, created_at FROM audit_events WHERE actor_id = ? OR subject_id = ? ORDER BY id',
      userId,
      userId,
    ),
  };
}

/** Submissions are kept as they arrived, so whose they are can only be read out of them. */
function findEnquiries(db: Database, email: string): Row[] {
  const found: Row[] = [];
  const rows = db
    .prepare<[], { id: number; body: string; content_type: string; state: string; received_at: string }>(
      'SELECT id, body, content_type, state, remote_address, user_agent, received_at FROM enquiries ORDER BY id',
    )
    .iterate();
  for (const row of rows) {
    if (emailKey(emailOf(row.body, row.content_type)) === emailKey(email)) found.push(row);
  }
  return found;
}

function emailOf(body: string, contentType: string): string {
  if (contentType !== 'application/json') return new URLSearchParams(body).get('email') ?? '';
  try {
    return String((JSON.parse(body) as Row).email ?? '');
  } catch {
    return '';
  }
}
