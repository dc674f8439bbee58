import { query } from '~/server/database/connection';

export type NoteRow = {
  id: number;
  lead_id: number;
  author_id: string;
  author_name: string;
  by_program: 0 | 1;
  body: string;
  created_at: string;
  edited_at: string | null;
  is_deleted: 0 | 1;
};

const NOTE = `SELECT lead_notes.id, lead_id, author_id, profiles.name AS author_name,
    EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = author_id) AS by_program, body, lead_notes.created_at,
    edited_at, is_deleted
  FROM lead_notes JOIN profiles ON profiles.id = lead_notes.author_id`;

export const selectNotes = query<[{ lead_id: number; limit: number }], NoteRow>(
  `${NOTE} WHERE lead_id = :lead_id ORDER BY lead_notes.created_at DESC, lead_notes.id DESC LIMIT :limit`,
);

export const selectNote = query<[{ id: number }], NoteRow>(`${NOTE} WHERE lead_notes.id = :id`);

type OwnNote = { id: number; author_id: string };

/** A note its author may edit: neither it nor its lead is deleted. */
export const selectOwnNote = query<[OwnNote], { lead_id: number; body: string }>(
  `SELECT lead_notes.lead_id, lead_notes.body FROM lead_notes JOIN leads ON leads.id = lead_notes.lead_id
   WHERE lead_notes.id = :id AND author_id = :author_id AND is_deleted = 0 AND leads.deleted_at IS NULL`,
);

/** A note somebody may delete or restore: their own or, for administrators, any program's. */
export const selectRemovableNote = query<[OwnNote & { is_admin: 0 | 1; is_deleted: 0 | 1 }], { lead_id: number }>(
  `SELECT lead_notes.lead_id FROM lead_notes JOIN leads ON leads.id = lead_notes.lead_id
   WHERE lead_notes.id = :id AND is_deleted = :is_deleted AND leads.deleted_at IS NULL
     AND (author_id = :author_id OR (:is_admin = 1 AND author_id IN (SELECT id FROM api_tokens)))`,
);

export const selectAdding = query<[{ lead_id: number; created_at: string; to_value: string }], { id: number }>(
  `SELECT id FROM lead_events
   WHERE lead_id = :lead_id AND created_at = :created_at AND type = 'note_added' AND to_value = :to_value`,
);

export type NewNote = { lead_id: number; author_id: string; body: string; created_at: string };

export const insertNote = query<[NewNote], { id: number }>(
  `INSERT INTO lead_notes (lead_id, author_id, body, created_at)
   VALUES (:lead_id, :author_id, :body, :created_at) RETURNING id`,
);

export const insertNotes = query<[{ notes: string }], { id: number }>(
  `INSERT INTO lead_notes (lead_id, author_id, body, created_at)
   SELECT value ->> 'lead_id', value ->> 'author_id', value ->> 'body', value ->> 'created_at'
   FROM json_each(:notes) RETURNING id`,
);

export const updateNoteBody = query<[{ id: number; body: string; edited_at: string }]>(
  'UPDATE lead_notes SET body = :body, edited_at = :edited_at WHERE id = :id',
);

export const updateNoteDeleted = query<[{ id: number; is_deleted: 0 | 1 }]>(
  'UPDATE lead_notes SET is_deleted = :is_deleted WHERE id = :id',
);
