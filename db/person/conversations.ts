import type { Database } from 'better-sqlite3';
import { keyOfNumber } from '~/server/leads/messages/number-keys';

/** WhatsApp data of a person outside their leads; the leads' own messages are deleted with these. */
export type ConversationTraces = {
  /** Keys of the numbers that are theirs alone. */
  numbers: string[];
  /** Messages of their leads, and our messages to their numbers. */
  messages: number[];
  /** Unprocessed webhooks, each with the body that remains without the person; null if nothing does. */
  received: { id: number; rest: string | null }[];
  /** Unreadable parts of webhooks. */
  unknown: number[];
  /** Meta's ids of messages that are not stored; such an id contains the number. */
  strays: string[];
};

/** Keys of these leads' numbers, and whether another person's lead has it, too. Read-only. */
export function findNumbers(db: Database, leads: number[]): { number: string; is_shared: 0 | 1 }[] {
  return db.prepare<[object], { number: string; is_shared: 0 | 1 }>(NUMBERS).all({ own: JSON.stringify(leads) });
}

/** Searches by these numbers (by their keys). Read-only. */
export function findConversations(db: Database, leads: number[], numbers: string[]): ConversationTraces {
  const own = { own: JSON.stringify(leads) };
  const known = new Set(numbers);
  const names = (text: string) => numbersIn(text).some((number) => known.has(number));
  const bodies = (table: string) =>
    known.size === 0
      ? []
      : db.prepare<[], { id: number; body: string }>(`SELECT id, body FROM ${table} ORDER BY id`).all();
  const strays = known.size === 0 ? [] : db.prepare<[], string>(UNCLAIMED).pluck().all();
  return {
    numbers,
    messages: db
      .prepare<[object], number>(MESSAGES)
      .pluck()
      .all({ ...own, numbers: JSON.stringify(numbers) }),
    received: bodies('whatsapp_received').flatMap(({ id, body }) => {
      const rest = names(body) ? withoutPerson(body, names) : body;
      return rest === body ? [] : [{ id, rest }];
    }),
    unknown: bodies('whatsapp_unknown')
      .filter(({ body }) => names(body))
      .map(({ id }) => id),
    strays: strays.filter((wamid) => names(Buffer.from(wamid.slice(PREFIX), 'base64').toString('latin1'))),
  };
}

/** Keys of all digit runs in a text that may be a number with its calling code, and what looks like Meta's id of a person. */
export function numbersIn(text: string): string[] {
  const runs = text.match(/(?<!\d)\d{8,15}(?!\d)/g) ?? [];
  return [...runs.map(keyOfNumber), ...(text.match(/(?<![\w.-])[A-Z]{2}\.[\w.-]{4,136}(?![\w.-])/g) ?? [])];
}

/** Returns a function that runs a statement for each of some values. */
export function makeForEach(db: Database) {
  return (values: (number | string)[], sql: string) => {
    const statement = db.prepare(sql);
    for (const value of values) statement.run(value);
  };
}

/** Needs the caller's transaction. */
export function eraseConversations(
  db: Database,
  { numbers, messages, received, unknown, strays }: ConversationTraces,
): void {
  const forEach = makeForEach(db);
  forEach(messages, 'DELETE FROM messages WHERE id = ?');
  forEach(strays, 'DELETE FROM message_statuses WHERE wamid = ?');
  forEach(strays, 'DELETE FROM message_reactions WHERE wamid = ?');
  forEach(strays, 'DELETE FROM message_versions WHERE wamid = ?');
  forEach(unknown, 'DELETE FROM whatsapp_unknown WHERE id = ?');
  forEach(numbers, 'DELETE FROM silenced_numbers WHERE phone_key = ?');
  // Restarts at the first part, as processing a part twice has no effect.
  const shorten = db.prepare('UPDATE whatsapp_received SET body = :rest, done = 0 WHERE id = :id');
  const drop = db.prepare('DELETE FROM whatsapp_received WHERE id = :id');
  for (const { id, rest } of received) rest === null ? drop.run({ id }) : shorten.run({ id, rest });
}

/** Removes the list items that contain the person's number from a webhook; null if no message is left. */
function withoutPerson(body: string, names: (text: string) => boolean): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const isTheirs = (value: unknown): boolean =>
    typeof value === 'string'
      ? /^(\+?\d+|[A-Z]{2}\.[\w.-]+)$/.test(value) && names(value)
      : typeof value === 'object' && value !== null && Object.values(value).some(isTheirs);
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without).filter((item) => !isTheirs(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(inner)]));
  };
  const rest = without(parsed);
  return isTheirs(rest) ? null : JSON.stringify(rest);
}

/** Length of 'wamid.', after which the number stands, encoded. */
const PREFIX = 6;
const OWN = 'SELECT value FROM json_each(:own)';

const NUMBERS = `SELECT phone_key AS number, EXISTS (
    SELECT 1 FROM leads
    WHERE (leads.phone_key = their.phone_key OR whatsapp_user_id = their.phone_key) AND id NOT IN (${OWN})
  ) AS is_shared FROM (
    SELECT coalesce(phone_key, nullif(whatsapp_digits, '')) AS phone_key FROM leads WHERE id IN (${OWN})
    UNION SELECT whatsapp_user_id FROM leads WHERE id IN (${OWN})
    UNION SELECT phone_key FROM lead_joins WHERE into_id IN (${OWN})
    UNION SELECT phone_key FROM messages WHERE lead_id IN (${OWN})
  ) AS their WHERE phone_key IS NOT NULL`;

const MESSAGES = `SELECT id FROM messages WHERE lead_id IN (${OWN})
  UNION SELECT id FROM messages WHERE lead_id IS NULL AND phone_key IN (SELECT value FROM json_each(:numbers))`;

const UNCLAIMED = `SELECT wamid FROM (
    SELECT wamid FROM message_statuses UNION SELECT wamid FROM message_reactions UNION SELECT wamid FROM message_versions
  )
  WHERE wamid NOT IN (SELECT wamid FROM messages WHERE wamid IS NOT NULL)`;
