import { dayIn } from '~/shared/leads/days';
import { describeNextContact } from '~/shared/leads/describe-day';
import type { ContactChannel, LeadStatus, LostReason } from '~/shared/leads/enums';
import type { Act } from '~/shared/leads/event';
import type { Reader } from '~/shared/leads/filters';
import type { ChangedLead, Lead } from '~/shared/leads/lead';
import type { ContactAnswer, LeadChanges } from '~/shared/leads/schema';
import { actStrings } from '~/shared/strings/lead/acts';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { noteStrings } from '~/shared/strings/lead/notes';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../api-client';
import { attempt } from '../ui/run-with-toast';
import { $toast, showToast } from '../ui/toasts/toasts';
import { $dayPicker, endNextContactQuestion } from './follow-up/follow-up-state';
import { deleteLead, fetchLead, patchLead, restoreLead, answerContact as sendAnswer, silenceNumber } from './lead-api';

const { nextContact, owner } = leadStrings;

/** A day to contact a lead, with or without an hour; both null for none. */
export type NextContact = Pick<Lead, 'next_contact_on' | 'next_contact_at'>;

/** The mutations that the list needs at first paint. leadMutations builds the others on them. */
export type ListMutations = {
  /** Optimistic: reverts the status if the server refuses. */
  changeStatus: (lead: Lead, estado: LeadStatus) => Promise<void>;
  /** Undoes the user's act with its side effects. */
  undo: (lead: Lead, act: Act) => Promise<void>;
  /** Re-reads the lead. Throws ApiError. */
  refresh: (lead: Lead) => Promise<Lead>;
  /** Shows a lead as the server returned it. */
  showSaved: (lead: Lead) => void;
  /** Shows that the lead is gone as of event `asOf`. */
  showRemoved: (id: number, asOf: number) => void;
  /** Records that the user opened this channel's link. `claim`: a lead that is nobody's becomes the user's. */
  recordContact: (lead: Lead, channel: ContactChannel, claim?: boolean) => Promise<void>;
  /** Queues `work` behind earlier work on this lead, and shows the lead it resolves to. Rejects if `work` does. */
  send: <Saved extends Lead | ChangedLead>(id: number, work: () => Promise<Saved>) => Promise<Saved>;
  /** The same; a refusal is explained with `failed` and resolves to null. */
  sendOrExplain: (
    lead: Lead,
    work: () => Promise<ChangedLead>,
    failed: string,
    /** Shown optimistically as the lead's status. */
    estado?: LeadStatus,
  ) => Promise<ChangedLead | null>;
  /** A lead as seen, with what one's own changes have left in it since. */
  withOwn: (lead: Lead) => Lead;
  /** Undo for what was just saved; undefined if nothing is left to undo. */
  undoOf: (saved: ChangedLead, act: Pick<Act, 'type' | 'field'>) => (() => void) | undefined;
  /** Undo for the last status change. */
  lastStatusUndo: () => (() => void) | undefined;
  /** Whether an unowned lead became the user's. */
  becameOwn: (saved: ChangedLead) => boolean;
  /** What an act did, with its side effects. */
  withEffects: (saved: ChangedLead, said: string) => string;
  /** Toasts a status change, with its undo. */
  toastMoved: (saved: ChangedLead, act: Pick<Act, 'type' | 'field'>) => void;
  /** The panel's user and their time zone. */
  reader: () => Reader;
  /** Asks for the next contact, unless one is planned for later. */
  askForNext: (lead: Lead) => void;
};

export type LeadMutations = ReturnType<typeof leadMutations>;

/**
 * All mutations of a lead, built on the list's, so that list and counters follow. Loaded with an open lead, not with
 * the list.
 */
export function leadMutations(list: ListMutations) {
  const { send, sendOrExplain, undoOf } = list;

  function toastSaved(saved: ChangedLead, field: string | null) {
    showToast({
      tone: 'success',
      text: actStrings.saved,
      ...(list.becameOwn(saved) && { detail: owner.taken(saved.lead.nombre) }),
      undo: undoOf(saved, { type: 'changed', field }),
    });
  }

  /** Sends changes against the values that the user saw, or made of them since: a second choice may follow at once. */
  function patch(lead: Lead, changes: LeadChanges, waits = true): Promise<ChangedLead> {
    const seen = list.withOwn(lead);
    const fields = Object.keys(changes) as (keyof LeadChanges)[];
    const previous = Object.fromEntries(fields.map((field) => [field, seen[field]]));
    return patchLead(lead.id, { ...changes, previous }, waits);
  }

  /** Saves edited fields and says so. Throws ApiError: what was refused, or what somebody else changed. */
  async function saveFields(lead: Lead, changes: LeadChanges): Promise<Lead> {
    const saved = await send(lead.id, () => patch(lead, changes, false));
    toastSaved(saved, Object.keys(saved.changed)[0] ?? null);
    return saved.lead;
  }

  async function choosePlan(lead: Lead, choice: Pick<Lead, 'plan' | 'billing'>) {
    const saved = await sendOrExplain(lead, () => patch(lead, choice), actStrings.planFailed);
    if (saved) toastSaved(saved, 'plan');
  }

  /** Plans or clears the next contact. */
  async function planContact(lead: Lead, next: NextContact) {
    endNextContactQuestion(lead.id);
    const { next_contact_on, next_contact_at } = next;
    const work = () => patch(lead, { next_contact_on, next_contact_at });
    const saved = await sendOrExplain(lead, work, actStrings.nextContact.failed);
    if (!saved) return;
    const when = describeNextContact(saved.lead, dayIn(list.reader().zone, Date.now()));
    showToast({
      tone: 'success',
      text: when === null ? actStrings.nextContact.cleared : nextContact.saved(when),
      detail: list.withEffects(saved, saved.lead.nombre),
      undo: undoOf(saved, { type: 'changed', field: 'next_contact_on' }),
    });
  }

  /** Sets or clears the owner. */
  async function assign(lead: Lead, owner_id: string | null) {
    if (owner_id === lead.owner_id) return;
    const saved = await sendOrExplain(lead, () => patch(lead, { owner_id }), actStrings.owner.failed);
    if (!saved) return;
    const { nombre, owner_name } = saved.lead;
    const given = owner_name ? actStrings.owner.given(nombre, owner_name) : actStrings.owner.givenBack(nombre);
    showToast({
      tone: 'success',
      text: saved.lead.owner_id === list.reader().userId ? owner.taken(nombre) : given,
      undo: undoOf(saved, { type: 'changed', field: 'owner_id' }),
    });
  }

  /** Records the outcome of an attempt or a call. Resolves to whether it was saved. */
  async function answerContact(lead: Lead, given: ContactAnswer): Promise<boolean> {
    const isReached = given.contacted ?? (given.outcome === 'answered' || given.replied_to !== undefined);
    const work = () => sendAnswer(lead.id, given);
    const estado = isReached && lead.estado === 'nuevo' ? 'contactado' : undefined;
    const saved = await sendOrExplain(lead, work, actStrings.attempt.answerFailed, estado);
    if (saved) toastAnswered(lead, saved);
    if (saved && given.contacted !== false) list.askForNext(saved.lead);
    return saved !== null;
  }

  /** Says what an answer has changed: the status, or that the person awaits no reply any more. */
  function toastAnswered(before: Lead, saved: ChangedLead) {
    const { lead, changed } = saved;
    if (changed.estado) return list.toastMoved(saved, { type: 'contact_confirmed', field: null });
    if (before.awaiting_reply_since === null || lead.awaiting_reply_since !== null) return;
    const act: Act = { id: lead.as_of, type: 'contact_confirmed', field: 'awaiting_reply_since' };
    showToast({
      tone: 'success',
      text: actStrings.replied.done,
      detail: list.withEffects(saved, lead.nombre),
      undo: () => void list.undo(lead, act),
    });
  }

  /** Sent after the status. If the lead may come back later, asks when, beside the pressed button. */
  async function setLostReason(lead: Lead, lost_reason: LostReason | null, anchor?: HTMLElement) {
    if (anchor && lost_reason === 'mas_adelante') $dayPicker.set({ leadId: lead.id, anchor });
    const work = () => patchLead(lead.id, { lost_reason }, true);
    const saved = await sendOrExplain(lead, work, actStrings.reasonFailed);
    if (!saved) return;
    const shown = $toast.get();
    const isAsked = shown?.undo !== undefined && shown.undo === list.lastStatusUndo();
    if (!lost_reason || !isAsked) return toastSaved(saved, 'lost_reason');
    // One act with the status: undo reverts both.
    showToast({ ...shown, detail: `${shown.detail} · ${leadStrings.lostReasons[lost_reason]}` });
  }

  /** Sent after the status, but an act of its own: the plan wanted before may have been another. `said` words it. */
  async function recordSale(lead: Lead, sold: Pick<Lead, 'plan' | 'billing'>, said: string) {
    const saved = await sendOrExplain(lead, () => patchLead(lead.id, sold, true), actStrings.planFailed);
    if (!saved) return;
    const undo = undoOf(saved, { type: 'changed', field: 'plan' });
    showToast({ tone: 'success', text: said, detail: lead.nombre, undo });
  }

  /** Reports a note added by this event, and its effects: the lead may now be the user's, and needs a follow-up. */
  async function noteAdded(before: Lead, eventId: number) {
    const lead = await send(before.id, () => fetchLead(before.id)).catch(() => before);
    const isNowOwn = list.becameOwn({ lead, changed: { owner_id: before.owner_id } });
    const act: Act = { id: eventId, type: 'note_added', field: null };
    showToast({
      tone: 'success',
      text: noteStrings.toasts.noteAdded,
      ...(isNowOwn && { detail: owner.taken(lead.nombre) }),
      undo: () => void list.undo(lead, act),
    });
    list.askForNext(lead);
  }

  /** Deletes a lead by `work`, which resolves to its last event. Resolves to whether it is gone. */
  async function removeLead(lead: Lead, work: () => Promise<number>, done: string, failed: string) {
    try {
      list.showRemoved(lead.id, await work());
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'not_found';
      showFailureOf(failed, error);
      if (isGone) list.showRemoved(lead.id, error.asOf);
      return isGone;
    }
    const undo = () => void restore(lead.id);
    showToast({ tone: 'success', text: done, detail: lead.nombre, undo });
    return true;
  }

  const restore = (id: number) =>
    attempt(() => send(id, () => restoreLead(id)), {
      done: actStrings.restored,
      failed: actStrings.restoreFailed,
    });

  return {
    ...list,
    planContact,
    assign,
    answerContact,
    saveFields,
    choosePlan,
    setLostReason,
    recordSale,
    noteAdded,
    /** Moves a lead to the trash; its toast can undo that. Resolves to whether it is gone. */
    remove: (lead: Lead) => removeLead(lead, () => deleteLead(lead.id), actStrings.deleted, actStrings.deleteFailed),
    /** Marks a stranger's message as no enquiry: deletes the lead and ignores its number. */
    silence: (lead: Lead) => removeLead(lead, () => silenceNumber(lead.id), dialog.silenced, dialog.silenceFailed),
    restore,
  };
}
