import type { LeadEvent } from '~/shared/leads/event';
import { query } from '../../database/connection';

/** An owner's name; the id itself once the account is deleted. */
function ownerName(value: 'from_value' | 'to_value'): string {
  return `coalesce((SELECT name FROM profiles AS owners WHERE owners.id = ${value}), ${value})`;
}

/** Names of the people notified in a round; deleted accounts are left out. */
const NOTIFIED = `(SELECT group_concat(notified.name, char(10)) FROM notice_rounds
    JOIN json_each(notice_rounds.people) JOIN profiles AS notified ON notified.id = json_each.value
    WHERE notice_rounds.id = CAST(to_value AS INTEGER))`;

/** `note`, `message` and `other` are JSON. */
export type EventRow = Omit<LeadEvent, 'note' | 'message' | 'other'> & {
  note: string | null;
  message: string | null;
  other: string | null;
};

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
