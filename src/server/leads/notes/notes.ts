import { requireFound } from '~/server/app-error';
import { inSharedTransaction } from '~/server/database/group-commit';
import { createOnce, type Idempotency } from '~/server/idempotency/idempotency';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { AddedNote, LeadNote } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import type { NoteInput } from '~/shared/leads/schema';
import { inOrder, recordEvent, recordEvents } from '../history/events';
import { enqueueNoteCreated } from '../lead-webhook';
import { findFollowing } from '../leads';
import { claimIfUnowned } from '../owners/owners';

import {
  insertNote,
  insertNotes,
  type NewNote,
  type NoteRow,
  selectAdding,
  selectNote,
  selectNotes,
  selectOwnNote,
  selectRemovableNote,
  updateNoteBody,
  updateNoteDeleted,
} from './note-queries';

const MAX_NOTES = 1000;

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

/** Removes an imported note again, in the caller's transaction. */
export function withdrawNoteInTransaction(leadId: number, id: number, actorId: string): void {
  updateNoteDeleted().run({ id, is_deleted: 1 });
  recordEvent(leadId, actorId, { type: 'note_deleted', to: String(id) }, new Date().toISOString());
}

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

function findAdding({ id, lead_id, created_at }: LeadNote): number {
  const event = selectAdding().get({ lead_id, created_at, to_value: String(id) });
  if (!event) throw new Error('a note without its event');
  return event.id;
}

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
