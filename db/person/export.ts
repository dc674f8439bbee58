import type { Database } from 'better-sqlite3';
import type { ConversationTraces } from './conversations';
import { findMailFiles } from './mail-files';
import { findTraces, type PersonQuery, personOf } from './traces';

type Row = Record<string, unknown>;
type Read = (sql: string, ...values: unknown[]) => Row[];

/** All that the database and the mails in `mailDir` store about a person, but no secrets; null if there is nothing. */
export function findPersonData(db: Database, whom: PersonQuery, mailDir: string): Row | null {
  const person = personOf(db, whom);
  const [email = ''] = person.emails;
  const read: Read = (sql, ...values) => db.prepare<unknown[], Row>(sql).all(...values);
  const byIds = (sql: string, ids: number[]) => read(sql, JSON.stringify(ids));
  const traces = findTraces(db, person);
  const { leads, enquiries, deliveries, audit, views, importRows, namedIn } = traces;
  const own = new Set(leads);
  const [account] = read(
    `SELECT users.id, users.email, users.created_at, profiles.name, profiles.status,
            profiles.company_id
     FROM users JOIN profiles ON profiles.id = users.id WHERE users.email = ?`,
    email,
  );
  const messages = byIds(
    `SELECT lead_id, kind, event, payload, state, created_at, finished_at FROM deliveries
     WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    deliveries,
  );
  const found = {
    leads: byIds('SELECT * FROM leads WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id', leads).map((lead) => ({
      ...lead,
      notes: read('SELECT id, body, created_at, edited_at, is_deleted FROM lead_notes WHERE lead_id = ?', lead.id),
      conversation: readMessages(db, 'lead_id = ?', lead.id),
      events: read(
        'SELECT type, field, from_value, to_value, created_at FROM lead_events WHERE lead_id = ? ORDER BY id',
        lead.id,
      ),
      contact_attempts: read(
        'SELECT channel, opened_at FROM contact_attempts WHERE lead_id = ? ORDER BY opened_at',
        lead.id,
      ),
      deliveries: messages.filter(({ lead_id }) => lead_id === lead.id),
    })),
    ...exportConversations(db, traces.conversations),
    enquiries: byIds(
      `SELECT id, body, content_type, state, remote_address, user_agent, consent, campaign, received_at
       FROM enquiries
       WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      enquiries,
    ),
    deliveries: messages.filter(({ lead_id }) => !own.has(Number(lead_id))),
    views: byIds('SELECT name, query FROM saved_views WHERE id IN (SELECT value FROM json_each(?))', views),
    import_rows: importRows.flatMap(({ import_id, row }) =>
      read(
        `SELECT name, columns, row, cells, reason FROM import_rows JOIN imports ON imports.id = import_id
         WHERE import_id = ? AND row = ?`,
        import_id,
        row,
      ),
    ),
    agents: read('SELECT * FROM agents WHERE email = ?', email),
    sign_ups: read('SELECT email, name, created_at, expires_at FROM sign_ups WHERE email = ? COLLATE NOCASE', email),
    invitations: read('SELECT email, role, sent_at, expires_at, created_at FROM invitations WHERE email = ?', email),
    account: account ? { ...account, ...findTracesOfAccount(read, String(account.id)) } : null,
    audit: byIds(
      `SELECT type, from_value, to_value, address, attempts, created_at, last_at FROM audit_events
       WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      audit,
    ),
    mails: findMailFiles(mailDir, traces),
    /** Other people's leads that contain the email or number in a note, a message or their history. */
    named_in_leads: namedIn,
  };
  const isNothing = !account && Object.values(found).every((value) => !Array.isArray(value) || value.length === 0);
  return isNothing ? null : { email, exported_at: new Date().toISOString(), ...found };
}

function findTracesOfAccount(read: Read, userId: string): Row {
  return {
    roles: read('SELECT role FROM user_roles WHERE user_id = ?', userId).map(({ role }) => role),
    sessions: read('SELECT user_agent, network, created_at, last_used_at FROM sessions WHERE user_id = ?', userId),
    passkeys: read('SELECT name, last_used_at, created_at FROM passkeys WHERE user_id = ?', userId),
    second_factor: read('SELECT set_at FROM totp WHERE user_id = ? AND set_at IS NOT NULL', userId),
    recovery_codes: read('SELECT place, used_at FROM recovery_codes WHERE user_id = ?', userId),
    known_browsers: read('SELECT last_at FROM known_browsers WHERE user_id = ?', userId),
    devices: read('SELECT user_agent, created_at FROM push_subscriptions WHERE user_id = ?', userId),
    notes_written: read('SELECT lead_id, body, created_at FROM lead_notes WHERE author_id = ?', userId),
    audit: read(
      'SELECT type, address, attempts, created_at, last_at FROM audit_events WHERE actor_id = ? OR subject_id = ? ORDER BY id',
      userId,
      userId,
    ),
  };
}

/** Messages as they are kept, oldest first, each with how far it came and its reactions. */
function readMessages(db: Database, where: string, value: unknown): Row[] {
  return db
    .prepare<[unknown], Row & { status: string | null; reactions: string; versions: string }>(
      `SELECT direction, kind, body, mime_type, file_name, template, at, messages.phone_key AS number, wamid, reply_to,
         sender_name, referral,
         (SELECT json_group_array(json_object('body', versions.body, 'is_revoked', is_revoked, 'at', versions.at))
          FROM message_versions AS versions WHERE versions.wamid = messages.wamid) AS versions,
         (SELECT json_object('status', status, 'error', error, 'at', statuses.at) FROM message_statuses AS statuses
          WHERE statuses.wamid = messages.wamid) AS status,
         (SELECT json_group_array(json_object('direction', reactions.direction, 'emoji', emoji, 'at', reactions.at))
          FROM message_reactions AS reactions WHERE reactions.wamid = messages.wamid AND emoji <> '') AS reactions
       FROM messages WHERE ${where} ORDER BY messages.at, id`,
    )
    .all(value)
    .map(({ status, reactions, versions, ...row }) => ({
      ...row,
      versions: JSON.parse(versions),
      status: status && JSON.parse(status),
      reactions: JSON.parse(reactions),
    }));
}

/** What WhatsApp left of a person beside their leads. */
export function exportConversations(
  db: Database,
  { numbers, messages, received, unknown }: ConversationTraces,
): Record<string, Row[]> {
  const byIds = (sql: string, ids: (number | string)[]) => db.prepare<[string], Row>(sql).all(JSON.stringify(ids));
  const AMONG = 'IN (SELECT value FROM json_each(?))';
  return {
    messages_without_lead: readMessages(
      db,
      'lead_id IS NULL AND id IN (SELECT value FROM json_each(?))',
      JSON.stringify(messages),
    ),
    silenced: byIds(`SELECT phone_key AS number, silenced_at FROM silenced_numbers WHERE phone_key ${AMONG}`, numbers),
    /** Webhooks as they came, whose other parts may be about other people. */
    webhooks: [
      ...byIds(
        `SELECT body, received_at FROM whatsapp_received WHERE id ${AMONG} ORDER BY id`,
        received.map(({ id }) => id),
      ),
      ...byIds(`SELECT body, received_at FROM whatsapp_unknown WHERE id ${AMONG} ORDER BY id`, unknown),
    ],
  };
}
