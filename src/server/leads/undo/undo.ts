import type { SessionUser } from '~/shared/accounts/account';
import { CALL_OUTCOMES } from '~/shared/leads/enums';
import type { LeadEventType } from '~/shared/leads/event';
import { CHANGEABLE, type ChangedName, fieldOf } from '~/shared/leads/fields';
import type { ChangedLead, Lead } from '~/shared/leads/lead';
import { undoErrors } from '~/shared/strings/lead/errors';
import type { Sentence } from '~/shared/zod';
import { AppError } from '../../app-error';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { conflictAbout, type GivenChanges } from '../change-rules';
import { deleteAttempt, EVENT_OF_CHANNEL, putAttempt, selectAttempt } from '../contacts/contacts';
import { selectTouchByOthers } from '../history/event-queries';
import { recordEvent, writtenValue } from '../history/events';
import { changeLeadInTransaction, describeChange, findFollowing, findLead, restartTimerIfUntouched } from '../leads';
import { resumeWait } from '../messages/reply-state';
import { selectNote, setNoteDeletedInTransaction } from '../notes/notes';

const DAY_MS = 24 * 60 * 60 * 1000;

type ActEvent = {
  id: number;
  type: LeadEventType;
  actor_id: string | null;
  field: string | null;
  from_value: string | null;
  to_value: string | null;
  created_at: string;
  origin_id: number | null;
};

/** All events of one act, in order: same lead, author and moment. */
const selectAct = query<[{ lead_id: number; id: number }], ActEvent>(
  `SELECT act.id, act.type, act.actor_id, act.field, act.from_value, act.to_value, act.created_at, act.origin_id
   FROM lead_events AS one JOIN lead_events AS act INDEXED BY lead_events_newest
     ON act.lead_id = one.lead_id AND act.created_at = one.created_at AND act.actor_id = one.actor_id
   WHERE one.id = :id AND one.lead_id = :lead_id ORDER BY act.id`,
);

/**
 * Undoes the caller's act on a lead, up to a day old, with its consequences, once. `event`: any of the act's.
 * @throws {AppError} `not_found` if there is no such lead; `forbidden` for somebody else's act; `conflict` if it is too
 * old, cannot be undone, or was changed since.
 */
export function undoAct(leadId: number, event: number, user: SessionUser): Promise<ChangedLead> {
  return inSharedTransaction(() => {
    const before = findFollowing(leadId);
    const act = selectAct().all({ lead_id: before.id, id: event });
    const [main] = act;
    if (!main) throw conflict(undoErrors.impossible);
    if (main.actor_id !== user.id) throw new AppError('forbidden', { message: undoErrors.ofSomebody });
    if (Date.parse(main.created_at) < Date.now() - DAY_MS) throw conflict(undoErrors.tooOld);
    const takeBack = HANDLERS[main.type];
    if (!takeBack) throw conflict(undoErrors.impossible);
    if (main.origin_id !== null) throw conflict(undoErrors.joined);
    const changes = pickFieldsToRestore(before, act, user.id);
    takeBack(before, main, user);
    if (Object.keys(changes).length > 0)
      changeLeadInTransaction(before.id, changes, user.id, { undoes: main.created_at });
    const after = findLead(before.id);
    restartTimerIfUntouched(before, after);
    return describeChange(before, after);
  });
}

/** Undoes the event itself, unless that is done already. */
type Handler = (lead: Lead, event: ActEvent, user: SessionUser) => void;

/** How to undo an act by its first event, where a screen offers that. Changed fields are restored besides. */
const HANDLERS: Partial<Record<LeadEventType, Handler>> = {
  changed: () => {},
  contact_confirmed: resumeAwaiting,
  note_added: removeNote,
  whatsapp_opened: removeAttempt,
  call_started: removeAttempt,
  email_opened: removeAttempt,
  call_ended: reopenCall,
};

/**
 * Values that undoing an act restores, without those already restored. If the act has more to undo, a lead reassigned
 * since keeps its owner. All other fields are restored together or not at all, because they depend on each other: a
 * status on its reason, a day on its hour.
 * @throws {AppError} `conflict`, naming the fields that somebody has changed since.
 */
function pickFieldsToRestore(lead: Lead, act: readonly ActEvent[], user_id: string): GivenChanges {
  const after = act.at(-1)?.id ?? 0;
  const current = (name: keyof GivenChanges) => writtenValue(lead[name]);
  const changed = CHANGEABLE.flatMap((name) => {
    const event = act.find(({ type, field }) => type === 'changed' && field === name);
    return event && current(name) !== event.from_value ? [{ name, ...event }] : [];
  });
  const touch = (name: string) =>
    selectTouchByOthers().get({ lead_id: lead.id, after, fields: JSON.stringify([name]), user_id });
  const touched = changed.filter(({ name, to_value }) => current(name) !== to_value || touch(name));
  const isOwnerOnly = touched.length > 0 && touched.every(({ name }) => name === 'owner_id');
  if (touched.length > 0 && !(isOwnerOnly && act.length > 1)) {
    const byOthers = touched.filter(({ name }) => touch(name)).map(({ name }) => name);
    if (byOthers.length === 0) throw conflict(undoErrors.later);
    throw conflictAbout(lead, byOthers);
  }
  const due = changed.filter((one) => !touched.includes(one));
  return Object.fromEntries(due.map(({ name, from_value }) => [name, readWritten(name, from_value)])) as GivenChanges;
}

function readWritten(name: ChangedName, written: string | null): string | number | null {
  if (written === null) return name === 'email' ? '' : null;
  return fieldOf(name).kind === 'number' ? Number(written) : written;
}

function removeNote(_lead: Lead, { to_value }: ActEvent, user: SessionUser) {
  const note = selectNote().get({ id: Number(to_value) });
  if (note && !note.is_deleted) setNoteDeletedInTransaction(note.id, 1, user);
}

/** Stops asking whether the attempt reached the lead. */
function removeAttempt(lead: Lead, { created_at }: ActEvent, { id: user_id }: SessionUser) {
  if (lead.first_contacted_at === created_at) throw conflict(undoErrors.later);
  const key = { lead_id: lead.id, user_id };
  if (selectAttempt().get(key)?.opened_at !== created_at) return;
  deleteAttempt().run(key);
  recordUndone(key);
}

/** The person awaits a reply again, since when they did. */
function resumeAwaiting(lead: Lead, event: ActEvent, { id: user_id }: SessionUser) {
  const since = endedWait(lead, event);
  if (since === null) return;
  resumeWait(lead.id, since);
  recordUndone({ lead_id: lead.id, user_id });
}

const selectLaterWait = query<[{ lead_id: number; id: number }], { id: number }>(
  `SELECT id FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND field = 'awaiting_reply_since' AND id > :id LIMIT 1`,
);

/** Since when the person awaited the reply that the event tells of; null if of none, or if that wait was settled anew. */
function endedWait({ id: lead_id, awaiting_reply_since }: Lead, { id, field, from_value }: ActEvent): string | null {
  const isOver = field === 'awaiting_reply_since' && awaiting_reply_since !== from_value;
  return isOver && !selectLaterWait().get({ lead_id, id }) ? from_value : null;
}

const clearCallOutcome = query<[{ id: number }], never>(
  `UPDATE lead_events SET to_value = NULL WHERE id = :id AND type = 'call_ended'`,
);

const selectOpeningBefore = query<
  [{ lead_id: number; user_id: string; type: LeadEventType; before: number }],
  { created_at: string }
>(
  `SELECT created_at FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id = :lead_id AND actor_id = :user_id AND type = :type AND id < :before
   ORDER BY created_at DESC, id DESC LIMIT 1`,
);

/** Asks again how a call ended; until answered, no list or number counts it. */
function reopenCall(lead: Lead, event: ActEvent, { id: user_id }: SessionUser) {
  const { id, to_value } = event;
  if (!CALL_OUTCOMES.some((outcome) => outcome === to_value)) return;
  const key = { lead_id: lead.id, user_id };
  const since = endedWait(lead, event);
  const opening = selectOpeningBefore().get({ ...key, type: EVENT_OF_CHANNEL.call, before: id });
  clearCallOutcome().run({ id });
  if (opening && !selectAttempt().get(key))
    putAttempt().run({ ...key, channel: 'call', opened_at: opening.created_at });
  if (since !== null) resumeWait(lead.id, since);
  recordUndone(key);
}

function recordUndone({ lead_id, user_id }: { lead_id: number; user_id: string }): void {
  recordEvent(lead_id, user_id, { type: 'contact_undone' }, new Date().toISOString());
}

function conflict(message: Sentence): AppError {
  return new AppError('conflict', { message });
}
