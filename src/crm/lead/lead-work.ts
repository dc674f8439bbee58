import { dayIn } from '~/shared/leads/days';
import { describeNextContact } from '~/shared/leads/describe-day';
import type { LostReason } from '~/shared/leads/enums';
import type { Act } from '~/shared/leads/event';
import type { ChangedLead, Lead } from '~/shared/leads/lead';
import type { ContactAnswer, LeadChanges } from '~/shared/leads/schema';
import { leadActs } from '~/shared/strings/lead/acts';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { noteStrings } from '~/shared/strings/lead/notes';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../api-client';
import { $toast, showToast } from '../ui/toasts/toasts';
import { silenceNumber } from './dialog-api';
import { stopAsking } from './follow-up/asking';
import { $planning } from './follow-up/planning';
import type { LeadActions, PanelWork } from './lead-actions';
import { changeLead, deleteLead, fetchLead, restoreLead, answerContact as sendAnswer } from './lead-api';
import { $takeOver } from './people/take-over';

const { nextContact, owner } = leadStrings;

/** Everything an open lead can do or be asked. Off the list's first-paint path. */
export function workOn(panel: PanelWork): LeadActions {
  const { send, sendOrExplain, undoOf } = panel;

  function tellSaved(saved: ChangedLead, field: string | null) {
    showToast({
      tone: 'success',
      text: leadActs.saved,
      ...(panel.isTaken(saved) && { detail: owner.taken(saved.lead.nombre) }),
      undo: undoOf(saved, { type: 'changed', field }),
    });
  }

  async function saveFields(lead: Lead, changes: LeadChanges): Promise<Lead> {
    const previous = Object.fromEntries(
      Object.keys(changes).map((field) => [field, lead[field as keyof LeadChanges]]),
    ) as LeadChanges;
    const saved = await send(lead.id, () => changeLead(lead.id, { ...changes, previous }));
    tellSaved(saved, Object.keys(saved.changed)[0] ?? null);
    return saved.lead;
  }

  async function choosePlan(lead: Lead, choice: Pick<Lead, 'plan' | 'billing'>) {
    const previous = { plan: lead.plan, billing: lead.billing };
    const work = () => changeLead(lead.id, { ...choice, previous }, true);
    const saved = await sendOrExplain(lead, work, leadActs.planFailed);
    if (saved) tellSaved(saved, 'plan');
  }

  async function planContact(
    lead: Lead,
    { next_contact_on, next_contact_at }: Pick<Lead, 'next_contact_on' | 'next_contact_at'>,
  ) {
    stopAsking(lead.id);
    const previous = { next_contact_on: lead.next_contact_on, next_contact_at: lead.next_contact_at };
    const work = () => changeLead(lead.id, { next_contact_on, next_contact_at, previous }, true);
    const saved = await sendOrExplain(lead, work, leadActs.nextContact.failed);
    if (!saved) return;
    const when = describeNextContact(saved.lead, dayIn(panel.reader().zone, Date.now()));
    showToast({
      tone: 'success',
      text: when === null ? leadActs.nextContact.cleared : nextContact.saved(when),
      detail: panel.withFollowing(saved, saved.lead.nombre),
      undo: undoOf(saved, { type: 'changed', field: 'next_contact_on' }),
    });
  }

  async function assign(lead: Lead, owner_id: string | null, { isAgreed = false } = {}) {
    if (owner_id === lead.owner_id) return;
    if (lead.owner_id && owner_id === panel.reader().userId && !isAgreed) return $takeOver.set(lead);
    const work = () => changeLead(lead.id, { owner_id, previous: { owner_id: lead.owner_id } }, true);
    const saved = await sendOrExplain(lead, work, leadActs.owner.failed);
    if (!saved) return;
    const { nombre, owner_name } = saved.lead;
    const given = owner_name ? leadActs.owner.given(nombre, owner_name) : leadActs.owner.givenBack(nombre);
    showToast({
      tone: 'success',
      text: saved.lead.owner_id === panel.reader().userId ? owner.taken(nombre) : given,
      undo: undoOf(saved, { type: 'changed', field: 'owner_id' }),
    });
  }

  async function answerContact(lead: Lead, given: ContactAnswer): Promise<boolean> {
    const isReached = given.contacted ?? given.outcome === 'answered';
    const moves = isReached && lead.estado === 'nuevo';
    const work = () => sendAnswer(lead.id, given);
    const saved = await sendOrExplain(
      lead,
      work,
      leadActs.attempt.answerFailed,
      moves ? 'contactado' : undefined,
    );
    if (saved?.changed.estado) panel.tellMoved(saved, { type: 'contact_confirmed', field: null });
    if (saved && given.contacted !== false) panel.askForNext(saved.lead);
    return saved !== null;
  }

  /** Sent after its status. */
  async function explainLoss(lead: Lead, lost_reason: LostReason | null, anchor?: HTMLElement) {
    if (anchor && lost_reason === 'mas_adelante') $planning.set({ leadId: lead.id, anchor });
    const work = () => changeLead(lead.id, { lost_reason }, true);
    const saved = await sendOrExplain(lead, work, leadActs.reasonFailed);
    if (!saved) return;
    const shown = $toast.get();
    const isAsked = shown?.undo !== undefined && shown.undo === panel.undoOfMove();
    if (!lost_reason || !isAsked) return tellSaved(saved, 'lost_reason');
    // One act with the status: undo reverts both.
    showToast({ ...shown, detail: `${shown.detail} · ${leadStrings.lostReasons[lost_reason]}` });
  }

  /** Also sent after the status, but an act of its own: the plan wanted before may have been another. */
  async function tellSold(lead: Lead, sold: Pick<Lead, 'plan' | 'billing'>, said: string) {
    const saved = await sendOrExplain(lead, () => changeLead(lead.id, sold, true), leadActs.planFailed);
    if (!saved) return;
    const undo = undoOf(saved, { type: 'changed', field: 'plan' });
    showToast({ tone: 'success', text: said, detail: lead.nombre, undo });
  }

  async function noteAdded(before: Lead, eventId: number) {
    const lead = await send(before.id, () => fetchLead(before.id)).catch(() => before);
    const isNowOwn = panel.isTaken({ lead, changed: { owner_id: before.owner_id } });
    const act: Act = { id: eventId, type: 'note_added', field: null };
    showToast({
      tone: 'success',
      text: noteStrings.toasts.noteAdded,
      ...(isNowOwn && { detail: owner.taken(lead.nombre) }),
      undo: () => void panel.undo(lead, act),
    });
    panel.askForNext(lead);
  }

  async function remove(lead: Lead): Promise<boolean> {
    try {
      panel.showRemoved(lead.id, await deleteLead(lead.id));
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'not_found';
      showFailureOf(leadActs.deleteFailed, error);
      if (isGone) panel.showRemoved(lead.id, error.asOf);
      return isGone;
    }
    const undo = () => void restore(lead.id);
    showToast({ tone: 'success', text: leadActs.deleted, detail: lead.nombre, undo });
    return true;
  }

  async function restore(id: number) {
    try {
      await send(id, () => restoreLead(id));
      showToast({ tone: 'success', text: leadActs.restored });
    } catch (error) {
      showFailureOf(leadActs.restoreFailed, error);
    }
  }

  async function silence(lead: Lead) {
    try {
      panel.showRemoved(lead.id, await silenceNumber(lead.id));
    } catch (error) {
      showFailureOf(dialog.silenceFailed, error);
      if (error instanceof ApiError && error.code === 'not_found') panel.showRemoved(lead.id, error.asOf);
      return;
    }
    const undo = () => void restore(lead.id);
    showToast({ tone: 'success', text: dialog.silenced, detail: lead.nombre, undo });
  }

  return {
    ...panel,
    planContact,
    assign,
    answerContact,
    saveFields,
    choosePlan,
    explainLoss,
    tellSold,
    noteAdded,
    remove,
    restore,
    silence,
  };
}
