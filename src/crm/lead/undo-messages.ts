import { describeNextContact } from '~/shared/leads/describe-day';
import type { Act } from '~/shared/leads/event';
import { LEAD_FIELDS } from '~/shared/leads/fields';
import type { ChangedLead, Lead } from '~/shared/leads/lead';
import { describeLeadValue } from '~/shared/leads/values';
import { actStrings } from '~/shared/strings/lead/acts';
import { unset } from '~/shared/strings/lead/fields';
import { noteStrings } from '~/shared/strings/lead/notes';
import { leadStrings } from '~/shared/strings/leads';

type Said = { done: string; failed: string };

const { toasts, nextContact } = leadStrings;
const notes = noteStrings.toasts;

const STATUS: Said = { done: toasts.statusChanged, failed: toasts.statusFailed };

const OF_TYPE: Partial<Record<Act['type'], Said>> = {
  note_added: { done: notes.noteDeleted, failed: notes.noteDeleteFailed },
  contact_confirmed: STATUS,
  whatsapp_opened: { done: toasts.undone, failed: actStrings.attempt.answerFailed },
};

const FAILED: Partial<Record<string, string>> = {
  owner_id: actStrings.owner.failed,
  next_contact_on: actStrings.nextContact.failed,
  next_contact_at: actStrings.nextContact.failed,
  plan: actStrings.planFailed,
  billing: actStrings.planFailed,
  lost_reason: actStrings.reasonFailed,
};

/** Messages for an undo done or failed, worded by its effect. */
export function undoMessages({ type, field }: Pick<Act, 'type' | 'field'>): Said {
  if (field === 'awaiting_reply_since') return { done: leadStrings.awaitsReply, failed: toasts.undoFailed };
  if (type !== 'changed') return OF_TYPE[type] ?? { done: toasts.undone, failed: toasts.undoFailed };
  return field === 'estado' ? STATUS : { done: toasts.undone, failed: FAILED[field ?? ''] ?? actStrings.saveFailed };
}

/** What the lead has again, side effects included; null if not worth mentioning. */
export function describeReturned({ lead, changed }: ChangedLead, today: string): string | null {
  const names = Object.keys(changed) as (keyof ChangedLead['changed'])[];
  const said = names.filter((name) => {
    // The day includes its hour.
    if (name === 'next_contact_at') return !names.includes('next_contact_on');
    // A status takes its reason along.
    return name !== 'lost_reason' || !names.includes('estado');
  });
  return said.map((name, index) => describe(name, lead, today, index === 0).trim()).join(' · ') || null;
}

/** Only the first names the lead. */
function describe(name: keyof ChangedLead['changed'], lead: Lead, today: string, isFirst: boolean): string {
  const nombre = isFirst ? lead.nombre : '';
  if (name === 'estado') return actStrings.movedBack(nombre, leadStrings.statuses[lead.estado]);
  if (name === 'owner_id')
    return lead.owner_name ? actStrings.owner.given(nombre, lead.owner_name) : actStrings.owner.givenBack(nombre);
  if (name === 'next_contact_on' || name === 'next_contact_at') {
    const when = describeNextContact(lead, today);
    return when === null ? actStrings.nextContact.cleared : nextContact.saved(when);
  }
  const value = lead[name];
  return `${LEAD_FIELDS[name].label}: ${value === null ? unset : describeLeadValue(name, value)}`;
}
