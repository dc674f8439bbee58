import type { Database } from 'better-sqlite3';
import { emailKey } from '~/server/leads/contact-keys';

type Row = Record<string, unknown>;

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
    `SELECT users.id, users.email, users.created_at, users.email_verified_at, profiles.name, profiles.status,
            profiles.company_id
     FROM users JOIN profiles ON profiles.id = users.id WHERE users.email = ?`,
    email,
  );
  const found = {
    leads,
    enquiries: findEnquiries(db, email),
    agents: all('SELECT * FROM agents WHERE email = ?', email),
    account: account ? { ...account, ...findTraces(all, String(account.id)) } : null,
  };
  const isNothing =
    !account && [found.leads, found.enquiries, found.agents].every((rows) => rows.length === 0);
  return isNothing ? null : { email, exported_at: new Date().toISOString(), ...found };
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
    .prepare<[], { body: string; content_type: string; state: string; received_at: string }>(
      'SELECT body, content_type, state, remote_address, user_agent, received_at FROM enquiries ORDER BY id',
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
