import type { LeadStatus } from '~/shared/leads/enums';
import { CHANGEABLE, fieldOf, isEmptyValue, JOIN_FIELDS, type JoinField } from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';
import { isClosed } from '~/shared/leads/waiting';
import { z } from '~/shared/zod';

/** How long joined leads can be separated. */
export const SEPARABLE_DAYS = 30;

/** `into`: the lead that stays. `take`: fields taken from the one that goes; by default `chooseFields` decides. */
export const joinSchema = z.strictObject({
  into: z.int().positive(),
  take: z.array(z.enum(JOIN_FIELDS)).max(JOIN_FIELDS.length).optional(),
  as_of: z.int().min(0).optional(),
});
export type JoinInput = z.infer<typeof joinSchema>;

/** From the least advanced: a lost person who writes again is no longer lost; otherwise a status never goes back. */
const PROGRESS: readonly LeadStatus[] = ['perdido', 'nuevo', 'contactado', 'en_seguimiento', 'ganado'];

/** Whether both leads have a value and the values differ. */
export function isConflict(field: JoinField, one: Lead, other: Lead): boolean {
  return hasValue(one, field) && hasValue(other, field) && !isSame(field, one, other);
}

function hasValue(lead: Lead, field: JoinField): boolean {
  return !isEmptyValue(lead[field]);
}

function isSame(field: JoinField, one: Lead, other: Lead): boolean {
  const isSameHour = field !== 'next_contact_on' || one.next_contact_at === other.next_contact_at;
  const isSameBilling = field !== 'plan' || one.billing === other.billing;
  return one[field] === other[field] && isSameHour && isSameBilling;
}

/**
 * The default choice from the lead that goes: values that the other lacks or that are newer; the further status with
 * its owner; the earlier next contact.
 */
export function chooseFields(going: Lead, staying: Lead): JoinField[] {
  const isNewer = going.created_at > staying.created_at;
  const isFurther = PROGRESS.indexOf(going.estado) > PROGRESS.indexOf(staying.estado);
  return JOIN_FIELDS.filter((field) => {
    if (!hasValue(going, field) || isSame(field, going, staying)) return false;
    if (!hasValue(staying, field)) return true;
    if (field === 'estado') return isFurther;
    if (field === 'owner_id') return going.estado === staying.estado ? isNewer : isFurther;
    if (field === 'next_contact_on') return nextContactOf(going) < nextContactOf(staying);
    return isNewer;
  });
}

function nextContactOf({ next_contact_on, next_contact_at }: Lead): string {
  return `${next_contact_on} ${next_contact_at ?? '24:00'}`;
}

/** The lead that stays, with the taken fields and their consequences. */
export function joinFields(going: Lead, staying: Lead, take: readonly JoinField[]): Lead {
  const after: Lead = { ...staying };
  const copy = <Name extends keyof Lead>(name: Name) => {
    after[name] = going[name];
  };
  for (const name of CHANGEABLE) if (take.some((field) => field === (fieldOf(name).with ?? name))) copy(name);
  if (take.includes('owner_id')) copy('owner_name');
  if (after.estado === 'perdido') after.lost_reason ??= going.lost_reason;
  else after.lost_reason = null;
  const contacts = [going.first_contacted_at, staying.first_contacted_at].filter((at) => at !== null);
  after.first_contacted_at = contacts.sort()[0] ?? null;
  // A plan from when it was in play ends with that.
  const planned = take.includes('next_contact_on') ? going : staying;
  if (isClosed(after) && !isClosed(planned)) {
    after.next_contact_on = null;
    after.next_contact_at = null;
  }
  return after;
}
