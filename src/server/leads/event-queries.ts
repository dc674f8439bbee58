import type { LeadEvent, LeadEventType } from '~/shared/leads/event';
import { query } from '../database/connection';

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

/** Many events, as a JSON list, by one statement. */
export const insertLeadEvents = query<[{ events: string }], { id: number }>(
  `INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
   SELECT value ->> 'lead_id', value ->> 'actor_id', value ->> 'type', value ->> 'field', value ->> 'from_value',
     value ->> 'to_value', value ->> 'created_at'
   FROM json_each(:events) RETURNING id`,
);

/** Who an owner's id stands for; the id itself where the account was deleted. */
function ownerName(value: 'from_value' | 'to_value'): string {
  return `coalesce((SELECT name FROM profiles AS owners WHERE owners.id = ${value}), ${value})`;
}

/** Who was told in a round, by name; whose account was deleted is left out. */
const TOLD = `(SELECT group_concat(told.name, char(10)) FROM notice_rounds
    JOIN json_each(notice_rounds.people) JOIN profiles AS told ON told.id = json_each.value
    WHERE notice_rounds.id = CAST(to_value AS INTEGER))`;

type TimelineSlice = {
  lead_id: number;
  /** A JSON list of the types that are read. */
  types: string;
  /** Only what comes after this place. */
  created_at: string;
  id: number;
  limit: number;
};

/** An event, and of an added note what it says now. */
export type EventRow = Omit<LeadEvent, 'note' | 'other'> & {
  note_body: string | null;
  note_edited_at: string | null;
  note_is_deleted: 0 | 1 | null;
  /** As JSON. */
  other: string | null;
};

/**
 * A lead's timeline, newest first. Owners go by their names. A note stands where it was added; the text of a deleted one
 * is not read.
 */
export const selectTimeline = query<[TimelineSlice], EventRow>(
  `SELECT lead_events.id, type, actor_id, profiles.name AS actor_name, field,
     CASE field WHEN 'owner_id' THEN ${ownerName('from_value')} ELSE from_value END AS from_value,
     CASE WHEN field = 'owner_id' THEN ${ownerName('to_value')} WHEN type = 'told' THEN ${TOLD} ELSE to_value END
       AS to_value,
     lead_events.created_at, CASE note.is_deleted WHEN 0 THEN note.body END AS note_body,
     note.edited_at AS note_edited_at, note.is_deleted AS note_is_deleted,
     CASE WHEN type IN ('created', 'joined', 'separated') THEN (
       SELECT json_object('id', id, 'nombre', nombre, 'email', email, 'whatsapp', whatsapp, 'mensaje', mensaje)
       FROM leads AS other WHERE other.id = CASE type WHEN 'created' THEN lead_events.origin_id
         ELSE CAST(coalesce(lead_events.from_value, lead_events.to_value) AS INTEGER) END
     ) END AS other,
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

export type StatusChange = {
  actor_id: string | null;
  from_value: string;
  to_value: string;
  created_at: string;
};

export const selectLastStatusChange = query<[{ lead_id: number }], StatusChange>(
  `SELECT actor_id, from_value, to_value, created_at FROM lead_events
   WHERE lead_id = :lead_id AND type = 'changed' AND field = 'estado'
   ORDER BY created_at DESC, id DESC LIMIT 1`,
);

/** Whether a user confirmed at this time that they reached the lead. */
export const selectConfirmation = query<
  [Pick<StatusChange, 'actor_id' | 'created_at'> & { lead_id: number }],
  { id: number }
>(
  `SELECT id FROM lead_events
   WHERE lead_id = :lead_id AND created_at = :created_at AND type = 'contact_confirmed' AND actor_id = :actor_id`,
);

/** Somebody's event of a lead that says a field's new value, or that the lead came, went, came back or was joined. */
const TOUCHES = `lead_id = :lead_id AND id > :after
  AND (type IN ('created', 'deleted', 'restored', 'joined', 'separated')
       OR type = 'changed' AND field IN (SELECT value FROM json_each(:fields)))`;

type Since = { lead_id: number; after: number; fields: string };

/** Whether anybody has touched these fields of a lead after an event. */
export const selectTouch = query<[Since], { id: number }>(
  `SELECT id FROM lead_events WHERE ${TOUCHES} LIMIT 1`,
);

/** Whether somebody else has. */
export const selectTouchByOthers = query<[Since & { user_id: string }], { id: number }>(
  `SELECT id FROM lead_events WHERE ${TOUCHES} AND actor_id IS NOT :user_id LIMIT 1`,
);

/** What a field of a lead was last changed to, up to an event. */
export const selectLastValue = query<
  [{ lead_id: number; field: string; until: number }],
  { to_value: string | null }
>(
  `SELECT to_value FROM lead_events WHERE id = (
     SELECT max(id) FROM lead_events
     WHERE lead_id = :lead_id AND id <= :until AND type = 'changed' AND field = :field
   )`,
);

/** The id of the last event of any lead. It never goes back, even when leads are purged. */
export const LAST_EVENT_ID = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'lead_events'), 0)";

export const selectLastEventId = query<[], { id: number }>(`SELECT ${LAST_EVENT_ID} AS id`);

export type Happened = { id: number; lead_id: number };

/** The events after an id, in order, each with its lead's id. */
export const selectEventsAfter = query<[{ after: number; limit: number }], Happened>(
  'SELECT id, lead_id FROM lead_events WHERE id > :after ORDER BY id LIMIT :limit',
);
