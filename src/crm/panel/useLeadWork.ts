import { type Dispatch, useRef } from 'react';
import type { ChangedLead } from '~/shared/leads/answers/leads';
import type { ContactChannel } from '~/shared/leads/contact';
import { dayIn } from '~/shared/leads/days';
import { describeNextContact } from '~/shared/leads/describe-day';
import { isWaiting, type Reader } from '~/shared/leads/filters';
import { isClosed, type Lead, type LeadStatus, type LostReason } from '~/shared/leads/lead';
import type { Told } from '~/shared/leads/live';
import type { LeadChanges } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../api-client';
import { $asking, stopAsking } from '../lead/follow-up/asking';
import { answerContact, changeLead, deleteLead, fetchLead, openContact, restoreLead } from '../lead/lead-api';
import { showToast, showToastAlso } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import type { PanelAction } from './panel-state';

const { attempt, toasts, owner, plan, nextContact } = leadStrings;

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
  function send<Saved extends Lead | ChangedLead>(id: number, work: () => Promise<Saved>): Promise<Saved> {
    const before = queues.current.get(id) ?? Promise.resolve();
    const sent = before.then(async () => {
      const saved = await work();
      showSaved('lead' in saved ? saved.lead : saved);
      return saved;
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
    work: () => Promise<ChangedLead>,
    failed: string,
    estado?: LeadStatus,
  ): Promise<ChangedLead | null> {
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
    if (saved) tellChanged(saved, undo);
  }

  function tellChanged(saved: ChangedLead, isUndone = false) {
    const { lead } = saved;
    if (isClosed(lead)) stopAsking(lead.id);
    const moved = (isUndone ? toasts.movedBack : toasts.moved)(
      lead.nombre,
      leadStrings.statuses[lead.estado],
    );
    showToast({
      tone: 'success',
      text: toasts.statusChanged,
      detail: isTaken(saved) ? `${moved}. ${owner.takenToo}` : moved,
      ...(!isUndone && undoOf(saved)),
    });
  }

  /** Whether a lead that nobody had became the user's. */
  function isTaken({ lead, changed }: ChangedLead): boolean {
    return changed.owner_id === null && lead.owner_id === userId;
  }

  /** Where somebody else had done the same already, nothing is left to take back. */
  function undoOf(saved: ChangedLead) {
    return Object.keys(saved.changed).length > 0 && { undo: () => void takeBack(saved) };
  }

  /** Takes back a change of this user's, with what followed from it: a lead that became theirs, a date that went. */
  async function takeBack({ lead, changed }: ChangedLead) {
    const work = () => changeLead(lead.id, { ...changed, undo: lead.as_of }, true);
    const failed = changed.estado ? toasts.statusFailed : toasts.saveFailed;
    const undone = await sendOrExplain(lead, work, failed, changed.estado);
    if (!undone) return;
    stopAsking(lead.id);
    if (changed.estado) tellChanged(undone, true);
  }

  /** Says that a lead became the user's by what they did, if it did. */
  function tellTaken(saved: ChangedLead, text?: string) {
    if (!isTaken(saved)) return;
    const taken = owner.taken(saved.lead.nombre);
    showToast({ tone: 'success', text: text ?? taken, ...(text && { detail: taken }), ...undoOf(saved) });
  }

  async function planContact(
    lead: Lead,
    { next_contact_on, next_contact_at }: Pick<Lead, 'next_contact_on' | 'next_contact_at'>,
  ) {
    const previous = { next_contact_on: lead.next_contact_on, next_contact_at: lead.next_contact_at };
    const work = () => changeLead(lead.id, { next_contact_on, next_contact_at, previous }, true);
    const saved = await sendOrExplain(lead, work, nextContact.failed);
    if (!saved) return;
    const when = describeNextContact(saved.lead, dayIn(zone, Date.now()));
    showToast({
      tone: 'success',
      text: when === null ? nextContact.cleared : nextContact.saved(when),
      detail: saved.lead.nombre,
      ...undoOf(saved),
    });
  }

  async function assign(lead: Lead, owner_id: string | null) {
    if (owner_id === lead.owner_id) return;
    const work = () => changeLead(lead.id, { owner_id, previous: { owner_id: lead.owner_id } }, true);
    const saved = await sendOrExplain(lead, work, owner.failed);
    if (!saved) return;
    const { nombre, owner_name } = saved.lead;
    const given = owner_name ? owner.given(nombre, owner_name) : owner.givenBack(nombre);
    showToast({
      tone: 'success',
      text: saved.lead.owner_id === userId ? owner.taken(nombre) : given,
      ...undoOf(saved),
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
    const lead = await send(before.id, () => fetchLead(before.id));
    const changed = before.owner_id !== lead.owner_id ? { owner_id: before.owner_id } : {};
    tellTaken({ lead, changed }, toasts.noteAdded);
    askForNext(lead);
  }

  function saveFields(lead: Lead, changes: LeadChanges): Promise<Lead> {
    const previous = Object.fromEntries(
      Object.keys(changes).map((field) => [field, lead[field as keyof LeadChanges]]),
    ) as LeadChanges;
    return send(lead.id, async () => (await changeLead(lead.id, { ...changes, previous })).lead);
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
    tellTaken(saved);
    // Of one that waits for its first contact it is first asked whether it was reached.
    if (!isWaiting(saved.lead) && saved.lead.next_contact_on) askForNext(saved.lead);
  }

  async function answer(lead: Lead, contacted: boolean): Promise<boolean> {
    const work = () => answerContact(lead.id, contacted);
    const saved = await sendOrExplain(lead, work, attempt.answerFailed, contacted ? 'contactado' : undefined);
    if (contacted && saved?.lead.estado === 'contactado') {
      tellChanged(saved);
      askForNext(saved.lead);
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
