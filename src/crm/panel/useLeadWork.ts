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

/** What can be done with a lead. Every answer is told to the panel like what others do. */
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

  /** Does `work` after what was begun with this lead before, and shows the row that it answers with. */
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

  async function changeStatus(lead: Lead, estado: LeadStatus, { undo = false } = {}) {
    if (estado === lead.estado) return;
    const wish = ++lastWish.current;
    dispatch({ type: 'wish', wish: { id: wish, leadId: lead.id, estado } });
    try {
      const previous = { estado: lead.estado };
      const change = { estado, previous, ...(undo && { undo }) };
      const saved = await send(lead.id, () => changeLead(lead.id, change, true));
      tellChanged(lead, saved, undo);
    } catch (error) {
      await settleRefusal(lead.id, error, toasts.statusFailed);
    } finally {
      dispatch({ type: 'unwish', id: wish });
    }
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

  /** Takes a lead out of the list; the toast offers to bring it back. Answers whether it went. */
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
    try {
      await send(lead.id, () => openContact(lead.id, channel));
    } catch (error) {
      await settleRefusal(lead.id, error, attempt.failed);
    }
  }

  async function answer(lead: Lead, contacted: boolean): Promise<boolean> {
    const wish = ++lastWish.current;
    if (contacted) dispatch({ type: 'wish', wish: { id: wish, leadId: lead.id, estado: 'contactado' } });
    try {
      const saved = await send(lead.id, () => answerContact(lead.id, contacted));
      if (contacted && saved.estado === 'contactado') tellChanged(lead, saved);
      return true;
    } catch (error) {
      await settleRefusal(lead.id, error, attempt.answerFailed);
      return false;
    } finally {
      if (contacted) dispatch({ type: 'unwish', id: wish });
    }
  }

  /** Shows the row as it really is after a refusal, and says what happened. */
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
