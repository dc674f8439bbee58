import { type Dispatch, useRef } from 'react';
import { dayIn } from '~/shared/leads/days';
import type { ContactChannel, LeadStatus } from '~/shared/leads/enums';
import type { Act } from '~/shared/leads/event';
import type { Reader } from '~/shared/leads/filters';
import type { ChangedLead, Lead, UndoneAct } from '~/shared/leads/lead';
import type { Told } from '~/shared/leads/live';
import { isClosed, isWaiting } from '~/shared/leads/state';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../api-client';
import { $asking, stopAsking } from '../lead/follow-up/asking';
import { isChoosing } from '../lead/follow-up/planning';
import { changeLead, fetchLead, openContact, undoAct } from '../lead/lead-api';
import { $answering } from '../lead/status-steps';
import { showToast } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import type { PanelAction } from './panel-state';

const { attempt, toasts, owner, nextContact } = leadStrings;

/**
 * Work on a listed lead; lead/lead-work.ts adds what only an open one needs. Each answer reaches the panel like a live
 * update.
 */
export function useLeadWork(
  tell: (told: Told, how: { own?: number }) => void,
  dispatch: Dispatch<PanelAction>,
  { userId, zone }: Reader,
) {
  /** A queue per lead: its changes are sent in the order they were made. */
  const queues = useRef(new Map<number, Promise<unknown>>());
  const lastWish = useRef(0);
  /** Undo for the last status change. */
  const undoMove = useRef<() => void>(undefined);

  function showSaved(lead: Lead) {
    // A row in which somebody is choosing stays.
    const isHeld = isChoosing() || $answering.get() === lead.id;
    tell({ leads: [lead], gone: [], as_of: lead.as_of }, isHeld ? {} : { own: lead.id });
  }

  function showRemoved(id: number, asOf: number) {
    tell({ leads: [], gone: [id], as_of: asOf }, { own: id });
  }

  function show(id: number, saved: Lead | ChangedLead | UndoneAct) {
    const lead = 'lead' in saved ? saved.lead : saved;
    if (lead) showSaved(lead);
    // Joined again, it belongs to the other one.
    if (lead?.id !== id) showRemoved(id, (lead ?? (saved as UndoneAct)).as_of);
  }

  /** Queues `work` behind earlier work on this lead, and shows the lead it resolves to. */
  function send<Saved extends Lead | ChangedLead | UndoneAct>(
    id: number,
    work: () => Promise<Saved>,
  ): Promise<Saved> {
    const before = queues.current.get(id) ?? Promise.resolve();
    const sent = before.then(async () => {
      const saved = await work();
      show(id, saved);
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
   * Sends `work`, showing `estado` optimistically meanwhile. Resolves to the saved lead; a refusal is explained with
   * `failed` and resolves to null.
   */
  async function sendOrExplain<Saved extends ChangedLead | UndoneAct>(
    { id }: Lead,
    work: () => Promise<Saved>,
    failed: string,
    estado?: LeadStatus,
  ): Promise<Saved | null> {
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

  async function changeStatus(lead: Lead, estado: LeadStatus) {
    if (estado === lead.estado) return;
    const change = { estado, previous: { estado: lead.estado } };
    const work = () => changeLead(lead.id, change, true);
    const saved = await sendOrExplain(lead, work, toasts.statusFailed, estado);
    if (saved) tellMoved(saved, { type: 'changed', field: 'estado' });
  }

  function tellMoved(saved: ChangedLead, act: Pick<Act, 'type' | 'field'>) {
    const { lead } = saved;
    if (isClosed(lead)) stopAsking(lead.id);
    undoMove.current = undoOf(saved, act);
    showToast({
      tone: 'success',
      text: toasts.statusChanged,
      detail: withFollowing(saved, toasts.moved(lead.nombre, leadStrings.statuses[lead.estado])),
      undo: undoMove.current,
    });
  }

  /** Whether an unowned lead became the user's. */
  function isTaken({ lead, changed }: ChangedLead): boolean {
    return changed.owner_id === null && lead.owner_id === userId;
  }

  /** What an act did, with its side effects: undo reverts all of it. */
  function withFollowing(saved: ChangedLead, said: string): string {
    const { estado, next_contact_on } = saved.changed;
    const isDateGone = estado && next_contact_on && saved.lead.next_contact_on === null;
    return [said, isTaken(saved) && owner.takenToo, isDateGone && nextContact.clearedToo]
      .filter(Boolean)
      .join(' · ');
  }

  /** The last event just saved stands for the act. If somebody had done the same already, nothing is left to undo. */
  function undoOf({ lead, changed }: ChangedLead, act: Pick<Act, 'type' | 'field'>) {
    if (Object.keys(changed).length === 0) return undefined;
    return () => void undo(lead, { id: lead.as_of, ...act }, changed.estado);
  }

  /** `estado` shows at once. Offline it waits; the undo's wording may not have loaded by then. */
  async function undo(lead: Lead, act: Act, estado?: LeadStatus) {
    const say = await import('../lead/undo/say-undone').catch(() => null);
    const { done, failed } = say?.sayUndone(act) ?? { done: toasts.undone, failed: toasts.undoFailed };
    const undone = await sendOrExplain(lead, () => undoAct(lead.id, act.id), failed, estado);
    if (!undone) return;
    stopAsking(lead.id);
    const detail = say?.describeReturned(undone, dayIn(zone, Date.now()));
    showToast({ tone: 'success', text: done, ...(detail && { detail }) });
  }

  /** Asks for the next contact, unless one is planned for later. */
  function askForNext(lead: Lead) {
    const { next_contact_on: day } = lead;
    // For a lead won or lost, only a planned contact is asked about again.
    if (day === null ? !isClosed(lead) : day <= dayIn(zone, Date.now())) $asking.set(lead);
  }

  /** Records that the user opened a channel's link. The row then asks whether they reached the lead. */
  async function noteContact(lead: Lead, channel: ContactChannel) {
    const saved = await sendOrExplain(lead, () => openContact(lead.id, channel), attempt.failed);
    if (!saved) return;
    if (isTaken(saved))
      showToast({
        tone: 'success',
        text: attempt.opened[channel](attempt.justNow),
        detail: owner.taken(saved.lead.nombre),
        undo: undoOf(saved, { type: 'whatsapp_opened', field: null }),
      });
    // Before its first contact, and after a call, a lead first asks for the outcome.
    const isFirst = isWaiting(saved.lead) || channel === 'call';
    if (!isFirst && saved.lead.next_contact_on) askForNext(saved.lead);
  }

  /** After a refusal: explains it, and shows the lead as it is. */
  async function settleRefusal(id: number, error: unknown, text: string) {
    const { code, asOf } = error instanceof ApiError ? error : { code: 'unexpected', asOf: 0 };
    const isDisputed =
      error instanceof ApiError && code === 'conflict' && Object.keys(error.fields).length > 0;
    if (isDisputed) showToast({ tone: 'error', text, detail: toasts.conflict });
    else showFailureOf(text, error);
    if (code === 'not_found') showRemoved(id, asOf);
    if (code === 'conflict') await send(id, () => fetchLead(id)).catch(() => {});
  }

  return useStable({
    changeStatus,
    undo: (lead: Lead, act: Act) => undo(lead, act),
    showRemoved,
    showSaved,
    noteContact,
    refresh: (lead: Lead) => send(lead.id, () => fetchLead(lead.id)),
    send,
    sendOrExplain,
    undoOf,
    undoOfMove: () => undoMove.current,
    isTaken,
    withFollowing,
    tellMoved,
    askForNext,
    reader: () => ({ userId, zone }),
  });
}
