import { type Dispatch, useRef } from 'react';
import type { ContactChannel } from '~/shared/leads/contact';
import type { Lead, LeadStatus } from '~/shared/leads/lead';
import type { Told } from '~/shared/leads/live';
import type { LeadChanges } from '~/shared/leads/schema';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../api-client';
import { answerContact, changeLead, deleteLead, fetchLead, openContact, restoreLead } from '../lead/lead-api';
import { showToast } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import type { PanelAction } from './panel-state';

const { attempt, toasts } = leadStrings;

/** What can be done with a lead. Each answer is told to the panel like a live update. */
export function useLeadWork(
  tell: (told: Told, how: { own: number }) => void,
  dispatch: Dispatch<PanelAction>,
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
    showToast({
      tone: 'success',
      text: toasts.statusChanged,
      detail: (isUndone ? toasts.movedBack : toasts.moved)(saved.nombre, leadStrings.statuses[saved.estado]),
      ...(!isUndone && {
        action: {
          label: crmStrings.undo,
          run: () => void changeStatus(saved, before.estado, { undo: true }),
        },
      }),
    });
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
      action: { label: crmStrings.undo, run: () => void restore(lead.id) },
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
    await sendOrExplain(lead, () => openContact(lead.id, channel), attempt.failed);
  }

  async function answer(lead: Lead, contacted: boolean): Promise<boolean> {
    const work = () => answerContact(lead.id, contacted);
    const saved = await sendOrExplain(lead, work, attempt.answerFailed, contacted ? 'contactado' : undefined);
    if (contacted && saved?.estado === 'contactado') tellChanged(lead, saved);
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
    remove,
    restore,
    showRemoved,
    noteContact,
    answerContact: answer,
    addCreated: showSaved,
    refresh: (lead: Lead) => send(lead.id, () => fetchLead(lead.id)),
  });
}
