import type { CallOutcome } from '~/shared/leads/enums';
import type { LeadEvent } from '~/shared/leads/event';
import { findField, LEAD_FIELDS } from '~/shared/leads/fields';
import { describeLeadValue } from '~/shared/leads/values';
import { unset } from '~/shared/strings/lead/fields';
import { peopleStrings } from '~/shared/strings/lead/presence';
import { timelineStrings as strings } from '~/shared/strings/lead/timeline';

/** How many notified people are named. */
const MAX_NAMED = 3;

/** Without an actor, WhatsApp told of it. */
const BY_WHATSAPP = new Set(['message_edited', 'message_revoked', 'number_reused', 'joined']);

/** Who did it. */
export function describeActor({ actor_id, actor_name, type, field, to_value }: LeadEvent): string {
  if (actor_name) return actor_name;
  if (type === 'told' || type === 'anonymised' || (field === 'estado' && actor_id === null)) return strings.byItself;
  // No name means a visitor who sent an enquiry, or a colleague whose account was deleted.
  if (field === 'owner_id' && actor_id === null) return to_value === null ? strings.byItself : strings.byTurn;
  if (type === 'created' ? to_value === 'whatsapp' : BY_WHATSAPP.has(type) || field === 'whatsapp')
    return strings.byWhatsapp;
  return type === 'created' && to_value !== 'crm_manual' ? strings.visitor : strings.someone;
}

/** One act, as the rest of a sentence after its author's name. A day includes its hour. */
export function describeAct(act: readonly LeadEvent[]): string {
  const hour = act.find(({ field }) => field === 'next_contact_at');
  const day = act.find(({ field }) => field === 'next_contact_on');
  if (!hour || !day) return act.map(describeEvent).join('; ');
  const at = (name: 'from_value' | 'to_value') =>
    [describeValue(day.field, day[name]), hour[name]].filter(Boolean).join(' ');
  const planned = strings.changed(LEAD_FIELDS.next_contact_on.label, at('from_value'), at('to_value'));
  const others = act.filter((event) => event !== hour);
  return others.map((event) => (event === day ? planned : describeEvent(event))).join('; ');
}

function describeEvent(event: LeadEvent): string {
  const { type, actor_name, field, from_value, to_value, other } = event;
  if (type === 'created') return actor_name ? strings.created : strings.received;
  if (field === 'awaiting_reply_since') {
    if (type === 'changed') return strings.disconnected;
    if (type === 'contact_confirmed') return strings.replied;
  }
  if (type === 'changed') {
    if (field === 'owner_id') return describeHandover(event);
    const name = findField(field)?.label ?? field ?? '';
    return strings.changed(name, describeValue(field, from_value), describeValue(field, to_value));
  }
  // Undone outcomes have no value.
  if (type === 'call_ended') return strings.call_ended[to_value as CallOutcome] ?? strings.call_started;
  if (type.startsWith('company_') && to_value) return `${strings[type]} ${to_value}`;
  if (type === 'deleted' && to_value === 'silenced') return strings.silenced;
  if (type === 'told') return strings.told[field === 'alarm' ? 'alarm' : 'insist'](describePeople(to_value));
  if (type === 'number_reused') return strings.number_reused(other?.nombre ?? strings.erased);
  if (type === 'joined' || type === 'separated') return `${strings[type]} ${other?.nombre ?? strings.erased}`;
  return strings[type];
}

function describePeople(names: string | null): string {
  const people = names?.split('\n') ?? [];
  if (people.length === 0) return strings.someone;
  const rest = people.length - MAX_NAMED;
  return rest > 0 ? `${people.slice(0, MAX_NAMED).join(', ')} ${strings.told.others(rest)}` : people.join(', ');
}

function describeValue(field: string | null, value: string | null): string {
  return value === null ? unset : describeLeadValue(field ?? '', value);
}

const { handover } = peopleStrings;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A change of owner, as the rest of a sentence after its author's name. */
export function describeHandover({
  actor_id,
  actor_name,
  from_value,
  to_value,
}: Pick<LeadEvent, 'actor_id' | 'actor_name' | 'from_value' | 'to_value'>): string {
  const [from, to] = [describeOwner(from_value), describeOwner(to_value)];
  if (to === null) return from === null || from === actor_name ? handover.gaveBack : handover.tookAway(from);
  if (actor_id === null) return handover.fell(to);
  if (to === actor_name) return from === null ? handover.took : handover.tookFrom(from);
  return from === null || from === actor_name ? handover.gave(to) : handover.moved(from, to);
}

/** Deleted accounts leave only their id. */
function describeOwner(owner: string | null): string | null {
  return owner !== null && UUID.test(owner) ? handover.somebody : owner;
}
