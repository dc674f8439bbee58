import type { Database } from 'better-sqlite3';
import type { ConversationTraces } from './conversations';

type Row = Record<string, unknown>;

/** Messages as they are kept, oldest first, each with how far it came and its reactions. */
export function tellMessages(db: Database, where: string, value: unknown): Row[] {
  return db
    .prepare<[unknown], Row & { status: string | null; reactions: string }>(
      `SELECT direction, kind, body, mime_type, file_name, template, at, messages.phone_key AS number, wamid, reply_to,
         (SELECT json_object('status', status, 'error', error, 'at', statuses.at) FROM message_statuses AS statuses
          WHERE statuses.wamid = messages.wamid) AS status,
         (SELECT json_group_array(json_object('direction', reactions.direction, 'emoji', emoji, 'at', reactions.at))
          FROM message_reactions AS reactions WHERE reactions.wamid = messages.wamid AND emoji <> '') AS reactions
       FROM messages WHERE ${where} ORDER BY messages.at, id`,
    )
    .all(value)
    .map(({ status, reactions, ...row }) => ({
      ...row,
      status: status && JSON.parse(status),
      reactions: JSON.parse(reactions),
    }));
}

/** What WhatsApp left of a person beside their leads. */
export function tellConversations(
  db: Database,
  { numbers, messages, received, unknown }: ConversationTraces,
): Record<string, Row[]> {
  const byIds = (sql: string, ids: (number | string)[]) =>
    db.prepare<[string], Row>(sql).all(JSON.stringify(ids));
  const AMONG = 'IN (SELECT value FROM json_each(?))';
  return {
    messages_without_lead: tellMessages(
      db,
      'lead_id IS NULL AND id IN (SELECT value FROM json_each(?))',
      JSON.stringify(messages),
    ),
    silenced: byIds(
      `SELECT phone_key AS number, silenced_at FROM silenced_numbers WHERE phone_key ${AMONG}`,
      numbers,
    ),
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
