import { type Dispatch, useRef } from 'react';
import { dayIn } from '~/shared/leads/days';
import type { ContactChannel, LeadStatus } from '~/shared/leads/enums';
import type { Act } from '~/shared/leads/event';
import type { Reader } from '~/shared/leads/filters';
import type { ChangedLead, Lead } from '~/shared/leads/lead';
import { isClosed, waitingSince } from '~/shared/leads/waiting';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../api-client';
import {
  $justContacted,
  $keptRowId,
  endNextContactQuestion,
  isRowMenuOpen,
  questionOf,
} from '../lead/follow-up/follow-up-state';
import { fetchLead, openContact, patchLead, undoAct } from '../lead/lead-api';
import type { ListMutations } from '../lead/lead-mutations';
import { describeReturned, undoMessages } from '../lead/undo-messages';
import { showToast } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import type { PanelAction } from './panel-state';

const { attempt, toasts, owner, nextContact } = leadStrings;

/**
 * The list's mutations of leads; lead/lead-mutations.ts builds the others on them. `onSaved` hears of which event an
 * answer tells.
 */
export function useListMutations(dispatch: Dispatch<PanelAction>, onSaved: (as_of: number) => void, reader: Reader) {
  const { userId, zone } = reader;
  /** A queue per lead: its changes are sent in the order they were made. */
  const queues = useRef(new Map<number, Promise<unknown>>());
  /** What one's changes have left in a lead's fields, and as of which event. */
  const own = useRef(new Map<number, Map<string, { value: unknown; as_of: number }>>());
  const lastId = useRef(0);
  /** Undo for the last status change. */
  const lastStatusUndo = useRef<() => void>(undefined);

  function showSaved(lead: Lead) {
    // A row in which somebody is choosing stays.
    const isHeld = isRowMenuOpen() || $keptRowId.get() === lead.id;
    dispatch({ type: 'saved', id: lead.id, lead, as_of: lead.as_of, moves: !isHeld });
    onSaved(lead.as_of);
  }

  function showRemoved(id: number, asOf: number) {
    dispatch({ type: 'saved', id, lead: null, as_of: asOf, moves: true });
    onSaved(asOf);
  }

  function show(id: number, saved: Lead | ChangedLead) {
    const lead = 'lead' in saved ? saved.lead : saved;
    showSaved(lead);
    // It was joined into another lead meanwhile.
    if (lead.id !== id) showRemoved(id, lead.as_of);
  }

  function keepOwn(id: number, { lead, changed }: ChangedLead) {
    const values = own.current.get(id) ?? new Map();
    for (const field of Object.keys(changed) as (keyof Lead)[])
      values.set(field, { value: lead[field], as_of: lead.as_of });
    own.current.set(id, values);
  }

  function withOwn(lead: Lead): Lead {
    const later = [...(own.current.get(lead.id) ?? [])].filter(([, { as_of }]) => as_of > lead.as_of);
    return { ...lead, ...Object.fromEntries(later.map(([field, { value }]) => [field, value])) };
  }

  function send<Saved extends Lead | ChangedLead>(id: number, work: () => Promise<Saved>): Promise<Saved> {
    const before = queues.current.get(id) ?? Promise.resolve();
    const sent = before.then(async () => {
      const saved = await work();
      if ('changed' in saved) keepOwn(id, saved);
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

  async function sendOrExplain(
    { id }: Lead,
    work: () => Promise<ChangedLead>,
    failed: string,
    estado?: LeadStatus,
  ): Promise<ChangedLead | null> {
    const changeId = ++lastId.current;
    if (estado) dispatch({ type: 'optimistic', change: { id: changeId, leadId: id, estado } });
    try {
      return await send(id, work);
    } catch (error) {
      await handleRefusal(id, error, failed);
      return null;
    } finally {
      if (estado) dispatch({ type: 'settled', id: changeId });
    }
  }

  async function changeStatus(lead: Lead, estado: LeadStatus) {
    if (estado === lead.estado) return;
    const change = { estado, previous: { estado: lead.estado } };
    const work = () => patchLead(lead.id, change, true);
    // Moving on a lead that one just wrote to answers the question whether one reached it, like 'Sí'.
    if (!isClosed({ estado }) && questionOf(lead, userId, null) !== null) askForNext({ ...lead, estado });
    const isAsked = $justContacted.get()?.id === lead.id;
    if (isAsked) $keptRowId.set(lead.id);
    const saved = await sendOrExplain(lead, work, toasts.statusFailed, estado);
    if (saved) toastMoved(saved, { type: 'changed', field: 'estado' });
    else if (isAsked) endNextContactQuestion(lead.id);
  }

  function toastMoved(saved: ChangedLead, act: Pick<Act, 'type' | 'field'>) {
    const { lead } = saved;
    if (isClosed(lead)) endNextContactQuestion(lead.id);
    lastStatusUndo.current = undoOf(saved, act);
    showToast({
      tone: 'success',
      text: toasts.statusChanged,
      detail: withEffects(saved, toasts.moved(lead.nombre, leadStrings.statuses[lead.estado])),
      undo: lastStatusUndo.current,
    });
  }

  function becameOwn({ lead, changed }: ChangedLead): boolean {
    return changed.owner_id === null && lead.owner_id === userId;
  }

  function withEffects(saved: ChangedLead, said: string): string {
    const { estado, next_contact_on } = saved.changed;
    const isDateGone = estado && next_contact_on && saved.lead.next_contact_on === null;
    return [said, becameOwn(saved) && owner.takenToo, isDateGone && nextContact.clearedToo].filter(Boolean).join(' · ');
  }

  /**
   * An act may make several events: undo names it by the last. If somebody had done the same already, there is nothing
   * to undo.
   */
  function undoOf({ lead, changed }: ChangedLead, act: Pick<Act, 'type' | 'field'>) {
    if (Object.keys(changed).length === 0) return undefined;
    return () => void undo(lead, { id: lead.as_of, ...act }, changed.estado);
  }

  /** `estado` shows at once. */
  async function undo(lead: Lead, act: Act, estado?: LeadStatus) {
    const { done, failed } = undoMessages(act);
    const undone = await sendOrExplain(lead, () => undoAct(lead.id, act.id), failed, estado);
    if (!undone) return;
    endNextContactQuestion(lead.id);
    const detail = describeReturned(undone, dayIn(zone, Date.now()));
    showToast({ tone: 'success', text: done, ...(detail && { detail }) });
  }

  function askForNext(lead: Lead) {
    const { next_contact_on: day } = lead;
    // For a lead won or lost, only a planned contact is asked about again.
    if (day === null ? !isClosed(lead) : day <= dayIn(zone, Date.now())) $justContacted.set(lead);
  }

  /** Records that the user opened a channel's link. The row then asks whether they reached the lead. */
  async function recordContact(lead: Lead, channel: ContactChannel, claim = true) {
    const saved = await sendOrExplain(lead, () => openContact(lead.id, channel, claim), attempt.failed);
    if (!saved) return;
    if (becameOwn(saved))
      showToast({
        tone: 'success',
        text: attempt.opened[channel](attempt.justNow),
        detail: owner.taken(saved.lead.nombre),
        undo: undoOf(saved, { type: 'whatsapp_opened', field: null }),
      });
    // While it waits, and after a call, a lead first asks for the outcome.
    const asksForOutcome = waitingSince(saved.lead) !== null || channel === 'call';
    if (!asksForOutcome && saved.lead.next_contact_on) askForNext(saved.lead);
  }

  /** After a refusal: explains it, and shows the lead as it is. */
  async function handleRefusal(id: number, error: unknown, text: string) {
    const { code, asOf } = error instanceof ApiError ? error : { code: 'unexpected', asOf: 0 };
    const isDisputed = error instanceof ApiError && code === 'conflict' && Object.keys(error.fields).length > 0;
    if (isDisputed) showToast({ tone: 'error', text, detail: toasts.conflict });
    else showFailureOf(text, error);
    if (code === 'not_found') showRemoved(id, asOf);
    if (code === 'conflict') await send(id, () => fetchLead(id)).catch(() => {});
  }

  return useStable<ListMutations>({
    changeStatus,
    undo: (lead, act) => undo(lead, act),
    showRemoved,
    showSaved,
    recordContact,
    refresh: (lead) => send(lead.id, () => fetchLead(lead.id)),
    send,
    sendOrExplain,
    withOwn,
    undoOf,
    lastStatusUndo: () => lastStatusUndo.current,
    becameOwn,
    withEffects,
    toastMoved,
    askForNext,
    reader: () => reader,
  });
}
