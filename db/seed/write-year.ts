import { getDb } from '~/server/database/connection';
import { personKeys } from '~/server/leads/same-person/contact-keys';
import { planName } from '~/shared/leads/plans';
import { toText } from './calendar';
import type { SeedEvent, SeedLead } from './lead-story';
import type { Line } from './scripted';

const inserts = new Map<string, ReturnType<ReturnType<typeof getDb>['prepare']>>();

/** Inserts a row, in the caller's transaction. Returns its id. */
export function insert(table: string, row: Record<string, unknown>): number {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `:${name}`)})`;
  const statement = inserts.get(sql) ?? getDb().prepare(sql);
  inserts.set(sql, statement);
  return Number(statement.run(row).lastInsertRowid);
}

/** Writes events in order, so that ids grow with time; triggers keep the summaries. Returns the leads' ids. */
export function writeSeedEvents(events: readonly SeedEvent[]): Map<SeedLead, number> {
  const written = new Map<SeedLead, number>();
  for (const { lead, at, actorId, type, field, from, to, body, message } of events) {
    const created_at = toText(at);
    const lead_id = written.get(lead) ?? insert('leads', toRow(lead));
    written.set(lead, lead_id);
    let to_value = to ?? null;
    if (body) to_value = String(insert('lead_notes', { lead_id, author_id: actorId, body, created_at }));
    if (message) to_value = String(insertMessage(lead, message, { lead_id, author_id: actorId, at: created_at }));
    insert('lead_events', { lead_id, actor_id: actorId, type, field, from_value: from, to_value, created_at });
    if (type === 'whatsapp_opened' && lead.first_contacted_at === null)
      insert('contact_attempts', { lead_id, user_id: actorId, channel: 'whatsapp', opened_at: created_at });
  }
  return written;
}

/** Ours have been read. */
function insertMessage(
  lead: SeedLead,
  { by, text, kind, reaction }: Line,
  row: { at: string } & Record<string, unknown>,
): number {
  const wamid = `wamid.demo.${crypto.randomUUID()}`;
  const [direction, other] = by === 'them' ? (['in', 'out'] as const) : (['out', 'in'] as const);
  const media = kind && { media_id: wamid, mime_type: kind === 'image' ? 'image/jpeg' : 'audio/ogg' };
  const { phone_key } = personKeys(lead);
  const id = insert('messages', {
    ...row,
    phone_key,
    wamid,
    direction,
    kind: kind ?? 'text',
    body: text || null,
    ...media,
  });
  if (direction === 'out') insert('message_statuses', { wamid, status: 'read', at: row.at });
  if (reaction) insert('message_reactions', { wamid, direction: other, emoji: reaction, at: row.at });
  return id;
}

function toRow(lead: SeedLead): Record<string, unknown> {
  const { at, ...told } = lead;
  const { email, next_contact_at, first_contacted_at, deleted_at, awaiting_reply_since } = told;
  return {
    ...{ ...told, ...personKeys(told), ...originOf(lead) },
    email: email || null,
    next_contact_at: next_contact_at ?? '',
    created_at: toText(at),
    last_activity_at: toText(at),
    first_contacted_at: first_contacted_at && toText(first_contacted_at),
    deleted_at: deleted_at && toText(deleted_at),
    awaiting_reply_since: awaiting_reply_since && toText(awaiting_reply_since),
  };
}

/** Origins of some of the site's visitors; most have none. */
const ORIGINS = [
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'agente-ia', referrer: 'google.com' },
  { utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'recorrido' },
  { utm_source: 'boletin', utm_medium: 'email', utm_campaign: 'novedades' },
  ...[{ referrer: 'google.com' }, { referrer: 'l.instagram.com' }, {}, {}, {}, {}, {}],
];

/** A site lead's origin, derived from its minute of arrival. */
function originOf({ source, at, plan, billing }: SeedLead): Record<string, unknown> {
  if (source !== 'landing') return {};
  const minute = Math.floor(at / 60_000);
  const tema = plan && billing && minute % 3 === 0 ? `${planName(plan)} · ${billing}` : null;
  return { ...ORIGINS[minute % ORIGINS.length], tema };
}
