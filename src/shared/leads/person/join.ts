import { z } from '~/shared/zod';
import type { joinedLeadSchema } from '../answers/leads';
import { isClosed, type Lead, type LeadStatus } from '../lead';

/** What may differ between two leads of one person, in the order in which it is compared. */
export const JOIN_FIELDS = [
  ...(['nombre', 'email', 'whatsapp', 'pais', 'empresa', 'client_type', 'mensaje'] as const),
  ...(['estado', 'owner_id', 'next_contact_on', 'plan'] as const),
] as const satisfies readonly (keyof Lead)[];
export type JoinField = (typeof JOIN_FIELDS)[number];

/** For how long two leads that were joined can be separated. */
export const SEPARABLE_DAYS = 30;

/** Into which lead one is joined; `take`: what is taken from the one that goes, where it is not left to `chooseFields`. */
export const joinSchema = z.strictObject({
  into: z.int().positive(),
  take: z.array(z.enum(JOIN_FIELDS)).max(JOIN_FIELDS.length).optional(),
  as_of: z.int().min(0).optional(),
});
export type JoinInput = z.infer<typeof joinSchema>;

/** A lead that was joined into another one, as it was. */
export type JoinedLead = z.infer<typeof joinedLeadSchema>;

/** Whoever was lost and writes again is not lost; nobody else goes back. */
const RANK: Record<LeadStatus, number> = {
  perdido: 0,
  nuevo: 1,
  contactado: 2,
  en_seguimiento: 3,
  ganado: 4,
};

/** Whether both leads say something of this, and not the same. */
export function isOpenQuestion(field: JoinField, one: Lead, other: Lead): boolean {
  return says(one, field) && says(other, field) && !isSame(field, one, other);
}

/** An email that is none is ''. */
function says(lead: Lead, field: JoinField): boolean {
  return Boolean(lead[field]);
}

function isSame(field: JoinField, one: Lead, other: Lead): boolean {
  const isSameHour = field !== 'next_contact_on' || one.next_contact_at === other.next_contact_at;
  const isSameWay = field !== 'plan' || one.billing === other.billing;
  return one[field] === other[field] && isSameHour && isSameWay;
}

/**
 * What is taken from the lead that goes, unless somebody chooses otherwise: what the other does not say, and what is newer;
 * the status that has come further, with whose it is; and the next contact that comes first.
 */
export function chooseFields(going: Lead, staying: Lead): JoinField[] {
  const isNewer = going.created_at > staying.created_at;
  const isFurther = RANK[going.estado] > RANK[staying.estado];
  return JOIN_FIELDS.filter((field) => {
    if (!says(going, field) || isSame(field, going, staying)) return false;
    if (!says(staying, field)) return true;
    if (field === 'estado') return isFurther;
    if (field === 'owner_id') return going.estado === staying.estado ? isNewer : isFurther;
    if (field === 'next_contact_on') return nextContactOf(going) < nextContactOf(staying);
    return isNewer;
  });
}

function nextContactOf({ next_contact_on, next_contact_at }: Lead): string {
  return `${next_contact_on} ${next_contact_at ?? '24:00'}`;
}

/** The lead that stays, with what is taken from the one that goes and what follows from that. */
export function joinFields(going: Lead, staying: Lead, take: readonly JoinField[]): Lead {
  const after: Lead = { ...staying };
  const copy = <Name extends keyof Lead>(name: Name) => {
    after[name] = going[name];
  };
  for (const field of take) copy(field);
  if (take.includes('next_contact_on')) copy('next_contact_at');
  if (take.includes('plan')) copy('billing');
  if (take.includes('owner_id')) copy('owner_name');
  if (take.includes('estado')) copy('lost_reason');
  if (after.estado === 'perdido') after.lost_reason ??= going.lost_reason;
  else after.lost_reason = null;
  const contacts = [going.first_contacted_at, staying.first_contacted_at].filter((at) => at !== null);
  after.first_contacted_at = contacts.sort()[0] ?? null;
  // What was planned while it was in play goes with that.
  const planned = take.includes('next_contact_on') ? going : staying;
  if (isClosed(after) && !isClosed(planned)) {
    after.next_contact_on = null;
    after.next_contact_at = null;
  }
  return after;
}
