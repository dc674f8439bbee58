import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { AddedNote, LeadNote } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import type { NoteInput } from '~/shared/leads/schema';
import { requireFound } from '../../app-error';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { createOnce, type Idempotency } from '../../idempotency/idempotency';
import { inOrder, recordEvent, recordEvents } from '../history/events';
import { enqueueNoteCreated } from '../lead-webhook';
import { findFollowing } from '../leads';
import { claimIfUnowned } from '../owners/owners';

const MAX_NOTES = 1000;

const NOTE = `SELECT lead_notes.id, lead_id, author_id, profiles.name AS author_name,
    EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = author_id) AS by_program, body, lead_notes.created_at,
    edited_at, is_deleted
  FROM lead_notes JOIN profiles ON profiles.id = lead_notes.author_id`;

type NoteRow = {
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

const selectNotes = query<[{ lead_id: number; limit: number }], NoteRow>(
  `${NOTE} WHERE lead_id = :lead_id ORDER BY lead_notes.created_at DESC, lead_notes.id DESC LIMIT :limit`,
);

/** A lead's notes, newest first; deleted ones without their text. Throws AppError `not_found`. */
export function listNotes(leadId: number): LeadNote[] {
  const { id } = findFollowing(leadId);
  return selectNotes().all({ lead_id: id, limit: MAX_NOTES }).map(toNote);
}

/** Adds a note, once per request. Throws AppError `not_found` if there is no such lead; `already_made`. */
export function addNote(leadId: number, { body }: NoteInput, idempotency: Idempotency): Promise<AddedNote> {
  return inSharedTransaction(() => {
    const lead = findFollowing(leadId);
    const make = () => writeNote(lead, body, idempotency.userId);
    const note = createOnce(idempotency, 'note', { leadId, body }, { make, find: findNote });
    return { note, event_id: findAdding(note) };
  });
}

type NewNote = { lead_id: number; author_id: string; body: string; created_at: string };

const insertNote = query<[NewNote], { id: number }>(
  `INSERT INTO lead_notes (lead_id, author_id, body, created_at)
   VALUES (:lead_id, :author_id, :body, :created_at) RETURNING id`,
);

function writeNote(lead: Lead, body: string, authorId: string): LeadNote {
  const now = new Date().toISOString();
  const inserted = insertNote().get({ lead_id: lead.id, author_id: authorId, body, created_at: now });
  if (!inserted) throw new Error('insert returned no row');
  recordEvent(lead.id, authorId, { type: 'note_added', to: String(inserted.id) }, now);
  const note = findNote(inserted.id);
  enqueueNoteCreated(lead, note);
  claimIfUnowned(lead, authorId, now);
  return note;
}

const insertNotes = query<[{ notes: string }], { id: number }>(
  `INSERT INTO lead_notes (lead_id, author_id, body, created_at)
   SELECT value ->> 'lead_id', value ->> 'author_id', value ->> 'body', value ->> 'created_at'
   FROM json_each(:notes) RETURNING id`,
);

/**
 * Adds notes of imported rows, in the caller's transaction, without webhooks and without claiming their leads. Returns
 * their ids.
 */
export function addNotesInTransaction(texts: readonly { leadId: number; body: string }[], author_id: string): number[] {
  if (texts.length === 0) return [];
  const created_at = new Date().toISOString();
  const rows = texts.map(({ leadId, body }): NewNote => ({ lead_id: leadId, author_id, body, created_at }));
  const ids = inOrder(insertNotes().all({ notes: JSON.stringify(rows) }));
  recordEvents(
    rows.map(({ lead_id }, index) => ({
      leadId: lead_id,
      actorId: author_id,
      event: { type: 'note_added', to: String(ids[index]) },
    })),
    created_at,
  );
  return ids;
}

const updateNoteDeleted = query<[{ id: number; is_deleted: 0 | 1 }]>(
  'UPDATE lead_notes SET is_deleted = :is_deleted WHERE id = :id',
);

/** Removes an imported note again, in the caller's transaction. */
export function withdrawNoteInTransaction(leadId: number, id: number, actorId: string): void {
  updateNoteDeleted().run({ id, is_deleted: 1 });
  recordEvent(leadId, actorId, { type: 'note_deleted', to: String(id) }, new Date().toISOString());
}

const updateNoteBody = query<[{ id: number; body: string; edited_at: string }]>(
  'UPDATE lead_notes SET body = :body, edited_at = :edited_at WHERE id = :id',
);

type OwnNote = { id: number; author_id: string };

/** A note its author may edit: neither it nor its lead is deleted. */
const selectOwnNote = query<[OwnNote], { lead_id: number; body: string }>(
  `SELECT lead_notes.lead_id, lead_notes.body FROM lead_notes JOIN leads ON leads.id = lead_notes.lead_id
   WHERE lead_notes.id = :id AND author_id = :author_id AND is_deleted = 0 AND leads.deleted_at IS NULL`,
);

/** @throws {AppError} `not_found` for a note that is somebody else's, deleted, or does not exist. */
export function editNote(id: number, { body }: NoteInput, authorId: string): Promise<LeadNote> {
  return inSharedTransaction(() => {
    const note = requireFound(selectOwnNote().get({ id, author_id: authorId }));
    if (note.body !== body) {
      const now = new Date().toISOString();
      updateNoteBody().run({ id, body, edited_at: now });
      recordEvent(note.lead_id, authorId, { type: 'note_edited', to: String(id) }, now);
    }
    return findNote(id);
  });
}

/**
 * Hides a note's text from everybody; its author can restore it. A program's note has no author to ask, so
 * administrators may delete it, too.
 * @throws {AppError} `not_found` as editNote does.
 */
export function deleteNote(id: number, user: SessionUser): Promise<void> {
  return inSharedTransaction(() => setNoteDeletedInTransaction(id, 1, user));
}

/** @throws {AppError} `not_found` for a note that is somebody else's or not deleted, or whose lead is deleted. */
export function restoreNote(id: number, user: SessionUser): Promise<LeadNote> {
  return inSharedTransaction(() => {
    setNoteDeletedInTransaction(id, 0, user);
    return findNote(id);
  });
}

/** A note somebody may delete or restore: their own or, for administrators, any program's. */
const selectRemovableNote = query<[OwnNote & { is_admin: 0 | 1; is_deleted: 0 | 1 }], { lead_id: number }>(
  `SELECT lead_notes.lead_id FROM lead_notes JOIN leads ON leads.id = lead_notes.lead_id
   WHERE lead_notes.id = :id AND is_deleted = :is_deleted AND leads.deleted_at IS NULL
     AND (author_id = :author_id OR (:is_admin = 1 AND author_id IN (SELECT id FROM api_tokens)))`,
);

/** Deletes or restores a note in the caller's transaction. Throws AppError as deleteNote and restoreNote do. */
export function setNoteDeletedInTransaction(id: number, is_deleted: 0 | 1, user: SessionUser): void {
  const was = is_deleted === 1 ? 0 : 1;
  const note = requireFound(
    selectRemovableNote().get({ id, author_id: user.id, is_admin: isAdmin(user) ? 1 : 0, is_deleted: was }),
  );
  updateNoteDeleted().run({ id, is_deleted });
  const type = is_deleted === 1 ? 'note_deleted' : 'note_restored';
  recordEvent(note.lead_id, user.id, { type, to: String(id) }, new Date().toISOString());
}

const selectAdding = query<[{ lead_id: number; created_at: string; to_value: string }], { id: number }>(
  `SELECT id FROM lead_events
   WHERE lead_id = :lead_id AND created_at = :created_at AND type = 'note_added' AND to_value = :to_value`,
);

function findAdding({ id, lead_id, created_at }: LeadNote): number {
  const event = selectAdding().get({ lead_id, created_at, to_value: String(id) });
  if (!event) throw new Error('a note without its event');
  return event.id;
}

export const selectNote = query<[{ id: number }], NoteRow>(`${NOTE} WHERE lead_notes.id = :id`);

function findNote(id: number): LeadNote {
  return toNote(requireFound(selectNote().get({ id })));
}

function toNote({ is_deleted, by_program, body, ...row }: NoteRow): LeadNote {
  return {
    ...row,
    by_program: by_program === 1,
    body: is_deleted ? null : body,
    is_deleted: is_deleted === 1,
  };
}
