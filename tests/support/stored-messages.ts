import { withDatabase } from './database';
import { makeWamid } from './meta-webhooks';
import type { TestServer } from './server';

type StoredMessage = {
  /** Null: to a number without a lead. */
  lead: number | null;
  text: string;
  number?: string;
  direction?: 'in' | 'out';
  wamid?: string;
  at?: string;
};

/** Inserts a message with its event, a status and a reaction; returns its wamid. */
export function storeMessage(
  server: TestServer,
  {
    lead,
    text,
    number = '541155550000',
    direction = 'in',
    wamid = makeWamid(),
    at = new Date().toISOString(),
  }: StoredMessage,
): string {
  withDatabase(server, (db) => {
    db.pragma('secure_delete = ON');
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO messages (lead_id, phone_key, wamid, direction, kind, body, at)
         VALUES (:lead, :number, :wamid, :direction, 'text', :text, :at)`,
      )
      .run({ lead, number, wamid, direction, text, at });
    db.prepare("INSERT INTO message_statuses (wamid, status, at) VALUES (?, 'read', ?)").run(wamid, at);
    db.prepare("INSERT INTO message_reactions (wamid, direction, emoji, at) VALUES (?, 'in', '👍', ?)").run(wamid, at);
    if (lead === null) return;
    db.prepare('INSERT INTO lead_events (lead_id, type, to_value, created_at) VALUES (?, ?, ?, ?)').run(
      lead,
      direction === 'in' ? 'message_received' : 'message_sent',
      String(lastInsertRowid),
      at,
    );
    db.prepare("UPDATE leads SET awaiting_reply_since = iif(? = 'in', ?, NULL) WHERE id = ?").run(direction, at, lead);
  });
  return wamid;
}
