import { type Dispatch, useRef } from 'react';
import type { ContactChannel } from '~/shared/leads/contact';
import { dayIn } from '~/shared/leads/days';
import { describeNextContact } from '~/shared/leads/describe-day';
import { isWaiting, type Reader } from '~/shared/leads/filters';
import { isClosed, type Lead, type LeadStatus, type LostReason } from '~/shared/leads/lead';
import type { Told } from '~/shared/leads/live';
import type { LeadChanges, UpdateLead } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../api-client';
import { $asking, stopAsking } from '../lead/follow-up/asking';
import { answerContact, changeLead, deleteLead, fetchLead, openContact, restoreLead } from '../lead/lead-api';
import { showToast, showToastAlso } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import type { PanelAction } from './panel-state';

const { attempt, toasts, owner, plan, nextContact } = leadStrings;

/** What changes with a lead that is worked, and is taken back together. */
const FOLLOWING = ['estado', 'owner_id', 'next_contact_on', 'next_contact_at', 'lost_reason'] as const;

/** What can be done with a lead. Each answer is told to the panel like a live update. */
export function useLeadWork(
  tell: (told: Told, how: { own: number }) => void,
  dispatch: Dispatch<PanelAction>,
  { userId, zone }: Reader,
) {
  /** Changes to one lead are sent one after the other, in the order in which they were made. */
  const queues = useRef(new Map<number, Promise<unknown>>());
  const lastWish = useRef(0);

  function showSaved(lead: Lead) {
    tell({ leads: [lead], gone: [], as_of: lead.as_of }, { own: lead.id });
  }

  function showRemoved(id: number, asOf: number) {
    tell({ leads: [], gone: [id], as_of: asOf }, { own: id });
  }

  /** Does `work` after earlier work with this lead, and shows the lead that it resolves to. */
  function send(id: number, work: () => Promise<Lead>): Promise<Lead> {
    const before = queues.current.get(id) ?? Promise.resolve();
    const sent = before.then(async () => {
      const lead = await work();
      showSaved(lead);
      return lead;
    });
    const settled = sent
      .catch(() => {})
      .finally(() => {
        if (queues.current.get(id) === settled) queues.current.delete(id);
      });
    queues.current.set(id, settled);
    return sent;
  }

  /**
   * Sends `work` and, until it is answered, shows `estado` as the lead's status. Resolves to the saved lead; if it is
   * refused, explains that with `failed` and resolves to null.
   */
  async function sendOrExplain(
    { id }: Lead,
    work: () => Promise<Lead>,
    failed: string,
    estado?: LeadStatus,
  ): Promise<Lead | null> {
    const wish = ++lastWish.current;
    if (estado) dispatch({ type: 'wish', wish: { id: wish, leadId: id, estado } });
    try {
      return await send(id, work);
    } catch (error) {
      await settleRefusal(id, error, failed);
      return null;
    } finally {
      if (estado) dispatch({ type: 'unwish', id: wish });
    }
  }

  async function changeStatus(lead: Lead, estado: LeadStatus, { undo = false } = {}) {
    if (estado === lead.estado) return;
    const change = { estado, previous: { estado: lead.estado }, ...(undo && { undo }) };
    const work = () => changeLead(lead.id, change, true);
    const saved = await sendOrExplain(lead, work, toasts.statusFailed, estado);
    if (saved) tellChanged(lead, saved, undo);
  }

  function tellChanged(before: Lead, saved: Lead, isUndone = false) {
    if (isClosed(saved)) stopAsking(saved.id);
    const moved = (isUndone ? toasts.movedBack : toasts.moved)(
      saved.nombre,
      leadStrings.statuses[saved.estado],
    );
    const isTaken = before.owner_id === null && saved.owner_id === userId;
    showToast({
      tone: 'success',
      text: toasts.statusChanged,
      detail: isTaken ? `${moved}. ${owner.takenToo}` : moved,
      ...(!isUndone && { undo: () => void takeBack(before, saved) }),
    });
  }

  /** Takes back a change of this user's, with what followed from it: a lead that became theirs, a date that went. */
  async function takeBack(before: Lead, saved: Lead) {
    const fields = FOLLOWING.filter((field) => before[field] !== saved[field]);
    const pick = (lead: Lead) => Object.fromEntries(fields.map((field) => [field, lead[field]]));
    const change: UpdateLead = { ...pick(before), previous: pick(saved), undo: true };
    const isOfStatus = before.estado !== saved.estado;
    const work = () => changeLead(saved.id, change, true);
    const failed = isOfStatus ? toasts.statusFailed : toasts.saveFailed;
    const undone = await sendOrExplain(saved, work, failed, isOfStatus ? before.estado : undefined);
    if (!undone) return;
    stopAsking(saved.id);
    if (isOfStatus) tellChanged(saved, undone, true);
  }

  /** Says that a lead became the user's by what they did, if it did. */
  function tellTaken(before: Lead, saved: Lead, text: string = owner.taken(saved.nombre)) {
    if (before.owner_id !== null || saved.owner_id !== userId) return;
    const release = { ...saved, owner_id: null, owner_name: null };
    showToast({
      tone: 'success',
      text,
      ...(text !== owner.taken(saved.nombre) && { detail: owner.taken(saved.nombre) }),
      undo: () => void takeBack(release, saved),
    });
  }

  async function planContact(
    lead: Lead,
    { next_contact_on, next_contact_at }: Pick<Lead, 'next_contact_on' | 'next_contact_at'>,
  ) {
    const previous = { next_contact_on: lead.next_contact_on, next_contact_at: lead.next_contact_at };
    const work = () => changeLead(lead.id, { next_contact_on, next_contact_at, previous }, true);
    const saved = await sendOrExplain(lead, work, nextContact.failed);
    if (!saved) return;
    const when = describeNextContact(saved, dayIn(zone, Date.now()));
    showToast({
      tone: 'success',
      text: when === null ? nextContact.cleared : nextContact.saved(when),
      detail: saved.nombre,
      undo: () => void takeBack(lead, saved),
    });
  }

  async function assign(lead: Lead, owner_id: string | null) {
    if (owner_id === lead.owner_id) return;
    const work = () => changeLead(lead.id, { owner_id, previous: { owner_id: lead.owner_id } }, true);
    const saved = await sendOrExplain(lead, work, owner.failed);
    if (!saved) return;
    const given = saved.owner_name
      ? owner.given(saved.nombre, saved.owner_name)
      : owner.givenBack(saved.nombre);
    showToast({
      tone: 'success',
      text: saved.owner_id === userId ? owner.taken(saved.nombre) : given,
      undo: () => void takeBack(lead, saved),
    });
  }

  async function choosePlan(lead: Lead, choice: Pick<Lead, 'plan' | 'billing'>) {
    const previous = { plan: lead.plan, billing: lead.billing };
    const work = () => changeLead(lead.id, { ...choice, previous }, true);
    const saved = await sendOrExplain(lead, work, plan.failed);
    if (saved) showToast({ tone: 'success', text: toasts.saved });
  }

  /** Sent after the status that it belongs to. */
  async function explainLoss(lead: Lead, lost_reason: LostReason | null) {
    const work = () => changeLead(lead.id, { lost_reason }, true);
    const saved = await sendOrExplain(lead, work, leadStrings.reasonFailed);
    if (saved) showToastAlso({ tone: 'success', text: toasts.saved });
  }

  /** Asks when to contact a lead again, unless that is planned for later. */
  function askForNext(lead: Lead) {
    const isPlanned = lead.next_contact_on !== null && lead.next_contact_on > dayIn(zone, Date.now());
    if (!isClosed(lead) && !isPlanned) $asking.set(lead.id);
  }

  async function noteAdded(before: Lead) {
    const saved = await send(before.id, () => fetchLead(before.id));
    tellTaken(before, saved, toasts.noteAdded);
    askForNext(saved);
  }

  function saveFields(lead: Lead, changes: LeadChanges): Promise<Lead> {
    const previous = Object.fromEntries(
      Object.keys(changes).map((field) => [field, lead[field as keyof LeadChanges]]),
    ) as LeadChanges;
    return send(lead.id, () => changeLead(lead.id, { ...changes, previous }));
  }

  /** Moves a lead to the trash; the toast offers to restore it. Resolves to whether it is gone. */
  async function remove(lead: Lead): Promise<boolean> {
    try {
      showRemoved(lead.id, await deleteLead(lead.id));
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'not_found';
      showFailureOf(toasts.deleteFailed, error);
      if (isGone) showRemoved(lead.id, error.asOf);
      return isGone;
    }
    showToast({
      tone: 'success',
      text: toasts.deleted,
      detail: lead.nombre,
      undo: () => void restore(lead.id),
    });
    return true;
  }

  async function restore(id: number) {
    try {
      await send(id, () => restoreLead(id));
      showToast({ tone: 'success', text: toasts.restored });
    } catch (error) {
      showFailureOf(toasts.restoreFailed, error);
    }
  }

  /** Records that the user opened a channel by its link. The row then asks whether they reached the lead. */
  async function noteContact(lead: Lead, channel: ContactChannel) {
    const saved = await sendOrExplain(lead, () => openContact(lead.id, channel), attempt.failed);
    if (!saved) return;
    tellTaken(lead, saved);
    // Of one that waits for its first contact it is first asked whether it was reached.
    if (!isWaiting(saved) && saved.next_contact_on) askForNext(saved);
  }

  async function answer(lead: Lead, contacted: boolean): Promise<boolean> {
    const work = () => answerContact(lead.id, contacted);
    const saved = await sendOrExplain(lead, work, attempt.answerFailed, contacted ? 'contactado' : undefined);
    if (contacted && saved?.estado === 'contactado') {
      tellChanged(lead, saved);
      askForNext(saved);
    }
    return saved !== null;
  }

  /** After a refusal: says what happened, and shows the lead as it is. */
  async function settleRefusal(id: number, error: unknown, text: string) {
    const { code, asOf } = error instanceof ApiError ? error : { code: 'unexpected', asOf: 0 };
    if (code === 'conflict') {
      showToast({ tone: 'warning', text: toasts.conflict, detail: toasts.conflictNext });
      await send(id, () => fetchLead(id)).catch(() => {});
      return;
    }
    if (code === 'not_found') showRemoved(id, asOf);
    showFailureOf(text, error);
  }

  return useStable({
    changeStatus,
    saveFields,
    planContact,
    assign,
    choosePlan,
    explainLoss,
    noteAdded,
    remove,
    restore,
    showRemoved,
    showSaved,
    noteContact,
    answerContact: answer,
    refresh: (lead: Lead) => send(lead.id, () => fetchLead(lead.id)),
  });
}
