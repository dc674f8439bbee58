import type { MessageKind } from '~/shared/leads/message';
import { query } from '../../database/connection';
import type { Direction, Receipt, Referral } from '../../whatsapp/webhook-events';

export type MessageRow = {
  id: number;
  lead_id: number;
  direction: Direction;
  kind: MessageKind;
  body: string | null;
  at: string;
  author_name: string | null;
  has_file: 0 | 1;
  mime_type: string | null;
  file_name: string | null;
  /** Null until the first status. */
  status: Receipt | null;
  /** Meta's code, where it failed. */
  error: number | null;
  /** Whether Meta has it. */
  is_sent: 0 | 1;
  quoted: { direction: Direction; kind: MessageKind; body: string | null } | null;
  reactions: { direction: Direction; emoji: string }[];
  /** Oldest first; the last one is what it says now. Empty if it was never changed, or was revoked. */
  versions: { body: string | null; at: string }[];
  is_revoked: 0 | 1;
  referral: Referral | null;
};

export const MESSAGE_JSON = `json_object('id', messages.id, 'lead_id', messages.lead_id, 'direction', messages.direction,
    'kind', messages.kind, 'body', messages.body, 'at', messages.at,
    'author_name', (SELECT name FROM profiles WHERE profiles.id = messages.author_id),
    'has_file', messages.media_id IS NOT NULL, 'mime_type', messages.mime_type, 'file_name', messages.file_name,
    'status', (SELECT status FROM message_statuses WHERE message_statuses.wamid = messages.wamid),
    'error', (SELECT error FROM message_statuses WHERE message_statuses.wamid = messages.wamid),
    'is_sent', messages.wamid IS NOT NULL,
    'quoted', json((SELECT json_object('direction', quoted.direction, 'kind', quoted.kind, 'body', quoted.body)
                    FROM messages AS quoted WHERE quoted.wamid = messages.reply_to AND quoted.lead_id = messages.lead_id)),
    'reactions', json((SELECT json_group_array(json_object('direction', message_reactions.direction, 'emoji', emoji))
                       FROM message_reactions WHERE message_reactions.wamid = messages.wamid AND emoji <> '')),
    'versions', json((SELECT json_group_array(json_object('body', body, 'at', at)) FROM (
                        SELECT body, at FROM message_versions
                        WHERE message_versions.wamid = messages.wamid AND is_revoked = 0
                        ORDER BY at, version <> message_versions.wamid, id))),
    'is_revoked', EXISTS (SELECT 1 FROM message_versions
                          WHERE message_versions.wamid = messages.wamid AND is_revoked = 1),
    'referral', json(messages.referral))`;

type Slice = { lead_id: number; at: string; id: number; limit: number };

/** Messages of a lead before a keyset cursor, newest first, as JSON. */
export const selectMessages = query<[Slice], { message: string }>(
  `SELECT ${MESSAGE_JSON} AS message FROM messages
   WHERE lead_id = :lead_id AND (at, id) < (:at, :id) ORDER BY at DESC, id DESC LIMIT :limit`,
);

export const selectMessage = query<[{ id: number }], { message: string }>(
  `SELECT ${MESSAGE_JSON} AS message FROM messages WHERE id = :id`,
);

export const selectFile = query<
  [{ id: number; lead_id: number }],
  { media_id: string; mime_type: string | null; file_name: string | null }
>(
  `SELECT media_id, mime_type, file_name FROM messages
   WHERE id = :id AND lead_id = :lead_id AND media_id IS NOT NULL`,
);

/** The person's last message: when, and the key of the number it came from. */
export const selectLastReceived = query<[{ lead_id: number }], { at: string; phone_key: string }>(
  `SELECT at, phone_key FROM messages WHERE lead_id = :lead_id AND direction = 'in' ORDER BY at DESC LIMIT 1`,
);

export const selectSenderKeys = query<[{ lead_id: number }], { phone_key: string }>(
  "SELECT phone_key FROM messages WHERE lead_id = :lead_id AND direction = 'in'",
);

export type StoredMessage = {
  id: number;
  lead_id: number | null;
  direction: Direction;
  body: string | null;
  author_id: string | null;
  is_past: 0 | 1;
  at: string;
};

export const STORED = 'id, lead_id, direction, body, author_id, is_past, at';

export const selectByWamid = query<[{ wamid: string }], StoredMessage>(
  `SELECT ${STORED} FROM messages WHERE wamid = :wamid`,
);

/** Replaces the row: the new id puts it last for live updates. */
export const putStatus = query<[{ wamid: string; status: Receipt; error: number | null; at: string }]>(
  'INSERT OR REPLACE INTO message_statuses (wamid, status, error, at) VALUES (:wamid, :status, :error, :at)',
);

export const FAILED = `EXISTS (SELECT 1 FROM message_statuses WHERE message_statuses.wamid = messages.wamid AND status = 'failed')`;

/** The first of our messages since the lead came that did not fail. */
export const selectFirstSent = query<[{ lead_id: number; created_at: string }], { at: string }>(
  `SELECT at FROM messages WHERE lead_id = :lead_id AND direction = 'out' AND at >= :created_at AND NOT ${FAILED}
   ORDER BY at LIMIT 1`,
);

export const updateUserId = query<[{ id: number; user_id: string }]>(
  'UPDATE leads SET whatsapp_user_id = :user_id WHERE id = :id',
);

export const deleteSilenced = query<[{ phone_key: string }]>(
  'DELETE FROM silenced_numbers WHERE phone_key = :phone_key',
);
