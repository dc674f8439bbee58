import { AppError } from '~/server/app-error';
import { makeOnce, type Press } from '~/server/creations/creations';
import { inSharedTransaction } from '~/server/database/group-commit';
import type { Lead } from '~/shared/leads/lead';
import type { LeadNote } from '~/shared/leads/note';
import type { NoteInput } from '~/shared/leads/schema';
import { recordEvent } from '../events';
import { enqueueNoteCreated } from '../lead-webhook';
import { findLead } from '../leads';
import { takeLead } from '../owners';
import {
  insertNote,
  type NoteRow,
  selectNote,
  selectNotes,
  selectOwnDeletedNote,
  selectOwnNote,
  updateNoteBody,
  updateNoteDeleted,
} from './note-queries';

const MOST_NOTES = 1000;

/** A lead's notes, newest first; deleted ones without their text. Throws AppError `not_found`. */
export function listNotes(leadId: number): LeadNote[] {
  findLead(leadId);
  return selectNotes().all({ lead_id: leadId, limit: MOST_NOTES }).map(toNote);
}

/**
 * Adds a note; a repeated press adds no second one. Throws AppError `not_found` if there is no such lead;
 * `already_made`.
 */
export function addNote(leadId: number, { body }: NoteInput, press: Press): Promise<LeadNote> {
  return inSharedTransaction(() => {
    const lead = findLead(leadId);
    const make = () => writeNote(lead, body, press.userId);
    return makeOnce(press, 'note', { leadId, body }, { make, find: findNote });
  });
}

function writeNote(lead: Lead, body: string, authorId: string): LeadNote {
  const now = new Date().toISOString();
  const inserted = insertNote().get({ lead_id: lead.id, author_id: authorId, body, created_at: now });
  if (!inserted) throw new Error('insert returned no row');
  recordEvent(lead.id, authorId, { type: 'note_added', to: String(inserted.id) }, now);
  const note = findNote(inserted.id);
  enqueueNoteCreated(lead, note);
  takeLead(lead, authorId, now);
  return note;
}

/** @throws {AppError} `not_found` for a note that is somebody else's, deleted, or does not exist. */
export function editNote(id: number, { body }: NoteInput, authorId: string): Promise<LeadNote> {
  return inSharedTransaction(() => {
    const note = findOwnNote(id, authorId);
    if (note.body === body) return findNote(id);
    const now = new Date().toISOString();
    updateNoteBody().run({ id, body, edited_at: now });
    recordEvent(note.lead_id, authorId, { type: 'note_edited', to: String(id) }, now);
    return findNote(id);
  });
}

/** Hides a note's text from everybody; its author can restore it. Throws AppError `not_found` as editNote does. */
export function deleteNote(id: number, authorId: string): Promise<void> {
  return inSharedTransaction(() => {
    const note = findOwnNote(id, authorId);
    updateNoteDeleted().run({ id, is_deleted: 1 });
    recordEvent(note.lead_id, authorId, { type: 'note_deleted', to: String(id) }, new Date().toISOString());
  });
}

/** @throws {AppError} `not_found` for a note that is somebody else's or not deleted, or whose lead is deleted. */
export function restoreNote(id: number, authorId: string): Promise<LeadNote> {
  return inSharedTransaction(() => {
    const note = selectOwnDeletedNote().get({ id, author_id: authorId });
    if (!note) throw new AppError('not_found');
    updateNoteDeleted().run({ id, is_deleted: 0 });
    recordEvent(note.lead_id, authorId, { type: 'note_restored', to: String(id) }, new Date().toISOString());
    return findNote(id);
  });
}

function findOwnNote(id: number, authorId: string): { lead_id: number; body: string } {
  const note = selectOwnNote().get({ id, author_id: authorId });
  if (!note) throw new AppError('not_found');
  return note;
}

function findNote(id: number): LeadNote {
  const row = selectNote().get({ id });
  if (!row) throw new AppError('not_found');
  return toNote(row);
}

function toNote({ is_deleted, body, ...row }: NoteRow): LeadNote {
  return { ...row, body: is_deleted ? null : body, is_deleted: is_deleted === 1 };
}
