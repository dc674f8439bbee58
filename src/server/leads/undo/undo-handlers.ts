import type { SessionUser } from '~/shared/accounts/account';
import { isOpenAttempt } from '~/shared/leads/attempts';
import { CALL_OUTCOMES, CONTACT_CHANNELS } from '~/shared/leads/enums';
import type { LeadEventType } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import { undoErrors } from '~/shared/strings/lead/errors';
import { AppError } from '../../app-error';
import { deleteAttempt, putAttempt, selectAttempt } from '../contacts/contact-queries';
import { EVENT_OF_CHANNEL } from '../contacts/contacts';
import { recordEvent } from '../history/events';
import { findLead } from '../leads';
import { resumeWait } from '../messages/reply-state';
import { selectNote } from '../notes/note-queries';
import { editNoteInTransaction, setNoteDeletedInTransaction } from '../notes/notes';
import { rejoinInTransaction } from '../same-person/join';
import { selectJoin } from '../same-person/join-queries';
import { separateLeadInTransaction } from '../same-person/separate';
import { moveToTrashInTransaction } from '../trash';
import { removeCompany, restoreDeletedCompany } from './company-handlers';
import { pickFieldsToRestore } from './fields-to-restore';
import {
  type ActEvent,
  clearCallOutcome,
  selectAct,
  selectLaterWait,
  selectLaterWithNote,
  selectOpeningBefore,
  selectStaying,
  selectWorkOfOthers,
  type UndoingUser,
} from './undo-queries';

export type UndoStep = () => void;

/** Undoes the event itself; no work if that is done already. `isComplete`: nothing else of its act is to be undone. */
type UndoHandler = (lead: Lead, event: ActEvent, user: UndoingUser) => { work: UndoStep | null; isComplete?: boolean };

/** How to undo an act by its first event; null: not undoable, or not here. Changed fields are restored besides. */
export const UNDO_HANDLERS: Record<LeadEventType, UndoHandler | null> = {
  changed: fieldsOnly,
  contact_confirmed: resumeAwaiting,
  note_added: removeNote,
  note_restored: removeNote,
  note_deleted: restoreNote,
  note_edited: undoNoteEdit,
  whatsapp_opened: removeAttempt,
  call_started: removeAttempt,
  email_opened: removeAttempt,
  contact_denied: reopenAttempt,
  call_ended: reopenCall,
  created: moveToTrash,
  restored: moveToTrash,
  joined: (_lead, { from_value }, user) => {
    const id = Number(from_value);
    return {
      work: selectJoin().get({ id }) ? () => void separateLeadInTransaction(id, user.id) : null,
      isComplete: true,
    };
  },
  separated: rejoin,
  company_made: removeCompany,
  company_restored: removeCompany,
  company_deleted: restoreDeletedCompany,
  // Whoever wrote has written.
  message_received: null,
  message_sent: null,
  message_edited: null,
  message_revoked: null,
  number_reused: null,
  // A deleted lead has no page to undo from.
  deleted: null,
  contact_undone: null,
  told: null,
  anonymised: null,
};

function fieldsOnly() {
  return { work: null };
}

function removeNote(lead: Lead, event: ActEvent, user: SessionUser) {
  const note = selectNote().get({ id: Number(event.to_value) });
  if (!note || note.is_deleted || wasChangedLater(lead, event)) return { work: null, isComplete: true };
  return { work: () => setNoteDeletedInTransaction(note.id, 1, user) };
}

function restoreNote(lead: Lead, event: ActEvent, user: SessionUser) {
  const note = selectNote().get({ id: Number(event.to_value) });
  if (!note?.is_deleted || wasChangedLater(lead, event)) return { work: null };
  return { work: () => setNoteDeletedInTransaction(note.id, 0, user) };
}

function undoNoteEdit(lead: Lead, event: ActEvent, user: SessionUser) {
  const before = event.from_value;
  const note = selectNote().get({ id: Number(event.to_value) });
  if (before === null || !note || note.is_deleted || note.body === before) return { work: null };
  if (wasChangedLater(lead, event)) throw new AppError('conflict', { message: undoErrors.later });
  return { work: () => editNoteInTransaction(note.id, before, user.id) };
}

function wasChangedLater({ id: lead_id }: Lead, { id, type, to_value }: ActEvent): boolean {
  return selectLaterWithNote().get({ lead_id, id, type, to_value }) !== undefined;
}

/** Stops asking whether the attempt reached the lead. */
function removeAttempt(lead: Lead, { created_at }: ActEvent, { id: user_id }: SessionUser) {
  if (lead.first_contacted_at === created_at) throw new AppError('conflict', { message: undoErrors.later });
  const key = { lead_id: lead.id, user_id };
  if (selectAttempt().get(key)?.opened_at !== created_at) return { work: null };
  const work = () => {
    deleteAttempt().run(key);
    recordUndone(key);
  };
  return { work };
}

/** Asks again whether the attempt reached the lead. */
function reopenAttempt(lead: Lead, { id, to_value }: ActEvent, { id: user_id }: SessionUser) {
  const key = { lead_id: lead.id, user_id };
  const channel = CONTACT_CHANNELS.find((name) => name === to_value);
  const opening = channel && selectOpeningBefore().get({ ...key, type: EVENT_OF_CHANNEL[channel], before: id });
  if (!channel || !opening || selectAttempt().get(key)) return { work: null };
  if (!isOpenAttempt(lead, { channel, opened_at: opening.created_at })) return { work: null };
  const work = () => {
    putAttempt().run({ ...key, channel, opened_at: opening.created_at });
    recordUndone(key);
  };
  return { work };
}

/** The person awaits a reply again, since when they did. */
function resumeAwaiting(lead: Lead, event: ActEvent, { id: user_id }: SessionUser) {
  const since = endedWait(lead, event);
  if (since === null) return { work: null };
  const work = () => {
    resumeWait(lead.id, since);
    recordUndone({ lead_id: lead.id, user_id });
  };
  return { work };
}

/** Since when the person awaited the reply that the event tells of; null if of none, or if that wait was settled anew. */
function endedWait({ id: lead_id, awaiting_reply_since }: Lead, { id, field, from_value }: ActEvent): string | null {
  const isOver = field === 'awaiting_reply_since' && awaiting_reply_since !== from_value;
  return isOver && !selectLaterWait().get({ lead_id, id }) ? from_value : null;
}

/** Asks again how a call ended; until answered, no list or number counts it. */
function reopenCall(lead: Lead, event: ActEvent, { id: user_id }: SessionUser) {
  const { id, to_value } = event;
  if (!CALL_OUTCOMES.some((outcome) => outcome === to_value)) return { work: null };
  const key = { lead_id: lead.id, user_id };
  const since = endedWait(lead, event);
  const opening = selectOpeningBefore().get({ ...key, type: EVENT_OF_CHANNEL.call, before: id });
  const work = () => {
    clearCallOutcome().run({ id });
    if (opening && !selectAttempt().get(key))
      putAttempt().run({ ...key, channel: 'call', opened_at: opening.created_at });
    if (since !== null) resumeWait(lead.id, since);
    recordUndone(key);
  };
  return { work };
}

function recordUndone({ lead_id, user_id }: { lead_id: number; user_id: string }): void {
  recordEvent(lead_id, user_id, { type: 'contact_undone' }, new Date().toISOString());
}

/** From either of two separated leads. The one that stays gets back what it had while they were one. */
function rejoin(lead: Lead, { to_value, from_value, origin_id, created_at }: ActEvent, user: SessionUser) {
  const going = Number(to_value ?? origin_id ?? lead.id);
  if (selectJoin().get({ id: going })) return { work: null, isComplete: true };
  // Throws, and so offers no undo, if either is in the trash or merged into a third.
  findLead(going);
  const staying = findLead(to_value === null ? Number(from_value) : lead.id);
  const separation = selectStaying().get({ lead_id: staying.id, going: String(going), created_at });
  const act = separation ? selectAct().all({ lead_id: staying.id, id: separation.id }) : [];
  const given = pickFieldsToRestore(staying, act, user.id);
  return { work: () => rejoinInTransaction(going, staying.id, given, user.id), isComplete: true };
}

function moveToTrash(lead: Lead, { id }: ActEvent, user: SessionUser) {
  if (selectWorkOfOthers().get({ lead_id: lead.id, after: id, user_id: user.id }))
    throw new AppError('conflict', { message: undoErrors.worked });
  return { work: () => void moveToTrashInTransaction(lead.id, user.id), isComplete: true };
}
