import { getDb } from '~/server/database/connection';
import { personKeys } from '~/server/leads/same-person/contact-keys';
import { type LeadOrigin, NO_ORIGIN } from '~/shared/enquiries/origin';
import { planName } from '~/shared/leads/plans';
import type { Message, SeedEvent, SeedLead } from './story-builder';

const MIME_TYPES: Partial<Record<Message['kind'], string>> = { image: 'image/jpeg', audio: 'audio/ogg' };

/** Leads with their database ids. */
export type Written = Map<SeedLead, number>;

/** Writes events in order, so that ids grow with time; triggers keep the summaries. Needs the caller's transaction. */
export function writeSeedEvents(events: readonly SeedEvent[]): Written {
  const db = getDb();
  const written: Written = new Map();
  const lead = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO leads (nombre, email, whatsapp, pais, estado, client_type, source, mensaje, empresa, created_at,
                        last_activity_at, deleted_at, email_key, phone_key, first_contacted_at, owner_id,
                        next_contact_on, next_contact_at, plan, billing, lost_reason, import_id, tema, utm_source,
                        utm_medium, utm_campaign, referrer, awaiting_reply_since)
     VALUES (:nombre, nullif(:email, ''), :whatsapp, :pais, :estado, :client_type, :source, :mensaje, :empresa, :created_at,
             :created_at, :deleted_at, :email_key, :phone_key, :first_contacted_at, :owner_id,
             :next_contact_on, coalesce(:next_contact_at, ''), :plan, :billing, :lost_reason, :import_id, :tema, :utm_source,
             :utm_medium, :utm_campaign, :referrer, :awaiting_reply_since)`,
  );
  const note = db.prepare('INSERT INTO lead_notes (lead_id, author_id, body, created_at) VALUES (?, ?, ?, ?)');
  const insertEvent = db.prepare(
    `INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const attempt = db.prepare(
    "INSERT INTO contact_attempts (lead_id, user_id, channel, opened_at) VALUES (?, ?, 'whatsapp', ?)",
  );
  const writeMessage = makeMessageWriter();
  for (const event of events) {
    const { lead: told, at, actorId, type, field = null, from = null, to = null, body, message } = event;
    const created_at = toText(at);
    const known = written.get(told);
    const id = known ?? Number(lead.run(toRow(told)).lastInsertRowid);
    if (known === undefined) written.set(told, id);
    const value = message
      ? writeMessage(id, told, message, created_at)
      : body === undefined
        ? to
        : String(note.run(id, actorId, body, created_at).lastInsertRowid);
    insertEvent.run(id, actorId, type, field, from, value, created_at);
  }
  for (const [told, id] of written) {
    if (told.attempt) attempt.run(id, told.attempt.user_id, toText(told.attempt.opened_at));
  }
  return written;
}

/** Ours have been read. Returns a function that returns the message's id. */
function makeMessageWriter() {
  const db = getDb();
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO messages (lead_id, phone_key, wamid, direction, kind, body, media_id, mime_type, author_id, at)
     VALUES (:lead_id, :phone_key, :wamid, :direction, :kind, :body, :media_id, :mime_type, :author, :at)`,
  );
  const status = db.prepare("INSERT INTO message_statuses (wamid, status, at) VALUES (?, 'read', ?)");
  const react = db.prepare('INSERT INTO message_reactions (wamid, direction, emoji, at) VALUES (?, ?, ?, ?)');
  let written = 0;
  return (lead_id: number, told: SeedLead, message: Message, at: string) => {
    const { direction, kind, body, author = null, reaction } = message;
    const wamid = `wamid.demo${++written}`;
    const { phone_key } = personKeys(told);
    const mime_type = MIME_TYPES[kind] ?? null;
    const media_id = mime_type && `demo${written}`;
    const row = { lead_id, phone_key, wamid, direction, kind, body, media_id, mime_type, author, at };
    const { lastInsertRowid } = insert.run(row);
    if (direction === 'out') status.run(wamid, at);
    if (reaction) react.run(wamid, direction === 'out' ? 'in' : 'out', reaction, at);
    return String(lastInsertRowid);
  };
}

function toRow(lead: SeedLead): Record<string, unknown> {
  const { at, attempt, won_at, ...told } = lead;
  const { first_contacted_at, deleted_at, awaiting_reply_since } = told;
  return {
    ...told,
    created_at: toText(at),
    first_contacted_at: first_contacted_at && toText(first_contacted_at),
    deleted_at: deleted_at && toText(deleted_at),
    awaiting_reply_since: awaiting_reply_since && toText(awaiting_reply_since),
    ...personKeys(told),
    ...originOf(lead),
  };
}

export function toText(moment: number): string {
  return new Date(Math.floor(moment)).toISOString();
}

const SEARCH = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'agente-ia', referrer: 'google.com' };
const REEL = { utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'recorrido' };
const LETTER = { utm_source: 'boletin', utm_medium: 'email', utm_campaign: 'novedades' };
/** Origins of some of the site's visitors; most have none. */
const ORIGINS: Partial<LeadOrigin>[] = [
  ...[SEARCH, SEARCH, { referrer: 'google.com' }, { referrer: 'google.com' }, REEL, LETTER],
  ...[{ referrer: 'l.instagram.com' }, {}, {}, {}, {}, {}, {}],
];

/** A site lead's origin, derived from its minute of arrival without any dice. */
function originOf({ source, at, plan, billing }: SeedLead): LeadOrigin {
  if (source !== 'landing') return NO_ORIGIN;
  const minute = Math.floor(at / 60_000);
  const isOfPlan = plan !== null && billing !== null && minute % 3 === 0;
  return {
    ...NO_ORIGIN,
    ...ORIGINS[minute % ORIGINS.length],
    tema: isOfPlan ? `${planName(plan)} · ${billing}` : null,
  };
}
