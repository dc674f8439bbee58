import type { LeadEvent, LeadEventType } from '~/shared/leads/event';
import type { Win } from '~/shared/leads/live';
import { query } from '../../database/connection';
import { MESSAGE_JSON } from '../messages/message-queries';

export type NewEvent = {
  lead_id: number;
  actor_id: string | null;
  type: LeadEventType;
  field: string | null;
  from_value: string | null;
  to_value: string | null;
  created_at: string;
};

export const insertLeadEvent = query<[NewEvent]>(
  `INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
   VALUES (:lead_id, :actor_id, :type, :field, :from_value, :to_value, :created_at)`,
);

export const insertLeadEvents = query<[{ events: string }]>(
  `INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
   SELECT value ->> 'lead_id', value ->> 'actor_id', value ->> 'type', value ->> 'field', value ->> 'from_value',
     value ->> 'to_value', value ->> 'created_at'
   FROM json_each(:events)`,
);

/** An owner's name; the id itself once the account is deleted. */
function ownerName(value: 'from_value' | 'to_value'): string {
  return `coalesce((SELECT name FROM profiles AS owners WHERE owners.id = ${value}), ${value})`;
}

/** Names of the people notified in a round; deleted accounts are left out. */
const NOTIFIED = `(SELECT group_concat(notified.name, char(10)) FROM notice_rounds
    JOIN json_each(notice_rounds.people) JOIN profiles AS notified ON notified.id = json_each.value
    WHERE notice_rounds.id = CAST(to_value AS INTEGER))`;

type TimelineSlice = {
  lead_id: number;
  /** A JSON list of the types to read. */
  types: string;
  /** Keyset cursor: only rows older than this. */
  created_at: string;
  id: number;
  limit: number;
};

/** `note`, `message` and `other` are JSON. */
export type EventRow = Omit<LeadEvent, 'note' | 'message' | 'other'> & {
  note: string | null;
  message: string | null;
  other: string | null;
};

/** The note that was added, as it is now; the text of a deleted one is not read. */
const NOTE = `json_object('id', note.id, 'lead_id', note.lead_id, 'author_id', note.author_id, 'author_name', profiles.name,
    'by_program', json(iif(EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = note.author_id), 'true', 'false')),
    'body', iif(note.is_deleted, NULL, note.body), 'created_at', note.created_at, 'edited_at', note.edited_at,
    'is_deleted', json(iif(note.is_deleted, 'true', 'false')))`;

/** Columns of an event. Owners appear by name; an edited note's former text is not read. */
export const EVENT_COLUMNS = `lead_events.id, type, actor_id, profiles.name AS actor_name, field,
     CASE WHEN field = 'owner_id' THEN ${ownerName('from_value')} ELSE from_value END
       AS from_value,
     CASE WHEN field = 'owner_id' THEN ${ownerName('to_value')} WHEN type = 'told' THEN ${NOTIFIED} ELSE to_value END
       AS to_value,
     lead_events.created_at,
     CASE WHEN type IN ('created', 'joined', 'separated', 'number_reused') THEN (
       SELECT json_object('id', id, 'nombre', nombre, 'email', coalesce(email, ''), 'whatsapp', whatsapp,
                          'mensaje', mensaje)
       FROM leads AS other WHERE other.id = CASE type WHEN 'created' THEN lead_events.origin_id
         ELSE CAST(coalesce(lead_events.from_value, lead_events.to_value) AS INTEGER) END
     ) END AS other`;

/** A lead's timeline, newest first. A note stands at the event that added it. */
export const selectTimeline = query<[TimelineSlice], EventRow>(
  `SELECT ${EVENT_COLUMNS}, CASE WHEN note.id IS NOT NULL THEN ${NOTE} END AS note,
     CASE WHEN type IN ('message_received', 'message_sent') THEN (
       SELECT ${MESSAGE_JSON} FROM messages WHERE messages.id = CAST(to_value AS INTEGER)
     ) END AS message,
     CASE type WHEN 'created' THEN (
       SELECT consent FROM enquiries
       WHERE enquiries.lead_id = coalesce(lead_events.origin_id, lead_events.lead_id) AND consent IS NOT NULL
       ORDER BY enquiries.id LIMIT 1
     ) END AS consent
   FROM lead_events LEFT JOIN profiles ON profiles.id = lead_events.actor_id
     LEFT JOIN lead_notes AS note
       ON type = 'note_added' AND note.id = CAST(to_value AS INTEGER) AND note.lead_id = lead_events.lead_id
   WHERE lead_events.lead_id = :lead_id AND (lead_events.created_at, lead_events.id) < (:created_at, :id)
     AND type IN (SELECT value FROM json_each(:types))
   ORDER BY lead_events.created_at DESC, lead_events.id DESC LIMIT :limit`,
);

export const selectMoment = query<[{ id: number }], { created_at: string }>(
  'SELECT created_at FROM lead_events WHERE id = :id',
);

/** Whether a user confirmed at this moment that they reached the lead by a channel opened at `opened_at`. */
export const selectConfirmation = query<
  [{ lead_id: number; actor_id: string; created_at: string; opened_at: string | null }],
  { id: number }
>(
  `SELECT id FROM lead_events
   WHERE lead_id = :lead_id AND created_at = :created_at AND type IN ('contact_confirmed', 'call_ended')
     AND actor_id = :actor_id AND EXISTS (
       SELECT 1 FROM lead_events AS opening WHERE opening.lead_id = :lead_id AND opening.created_at = :opened_at
         AND opening.actor_id = :actor_id AND opening.type IN ('whatsapp_opened', 'call_started', 'email_opened'))`,
);

/** Events that change one of these fields, or by which the lead was created, deleted, restored, joined or separated. */
const TOUCHED_LATER = `lead_id = :lead_id AND id > :after
  AND (type IN ('created', 'deleted', 'restored', 'joined', 'separated')
       OR type = 'changed' AND field IN (SELECT value FROM json_each(:fields)))`;

type Since = { lead_id: number; after: number; fields: string };

/** Whether anybody has touched these fields since an event. */
export const selectTouch = query<[Since], { id: number }>(`SELECT id FROM lead_events WHERE ${TOUCHED_LATER} LIMIT 1`);

export const selectTouchByOthers = query<[Since & { user_id: string }], { id: number }>(
  `SELECT id FROM lead_events WHERE ${TOUCHED_LATER} AND actor_id IS NOT :user_id LIMIT 1`,
);

/** Id of the last event of any lead. It never goes back, even when leads are purged. */
export const LAST_EVENT_ID = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'lead_events'), 0)";

export const selectLastEventId = query<[], { id: number }>(`SELECT ${LAST_EVENT_ID} AS id`);

export type RecentEvent = {
  id: number;
  lead_id: number;
  actor_id: string | null;
  actor_name: string | null;
  field: string | null;
};

export const selectEventsAfter = query<[{ after: number; limit: number }], RecentEvent>(
  `SELECT lead_events.id, lead_id, actor_id, profiles.name AS actor_name, field
   FROM lead_events LEFT JOIN profiles ON profiles.id = actor_id
   WHERE lead_events.id > :after ORDER BY lead_events.id LIMIT :limit`,
);

/** Leads won between two events, and by whom. */
export const selectWins = query<[{ after: number; until: number; limit: number }], Win>(
  `SELECT lead_id, leads.nombre, actor_id AS user_id, profiles.name AS user_name
   FROM (SELECT * FROM lead_events WHERE id > :after AND id <= :until ORDER BY id LIMIT :limit) AS recent
     JOIN leads ON leads.id = lead_id LEFT JOIN profiles ON profiles.id = actor_id
   WHERE field = 'estado' AND to_value = 'ganado' AND leads.deleted_at IS NULL
   ORDER BY recent.id`,
);
