import type { Lead } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import type { PersonKeys } from './same-person/contact-keys';

/** Fields of the follow-up, after the first contact. */
export const FOLLOW_UP = [
  'owner_id',
  'next_contact_on',
  'next_contact_at',
  'plan',
  'billing',
  'lost_reason',
] as const satisfies readonly (keyof LeadChanges)[];

/** A missing field would be accepted, answered with 200 and not stored, so it does not compile. */
const CHANGEABLE_FIELDS: Record<keyof LeadChanges, 1> = {
  nombre: 1,
  email: 1,
  whatsapp: 1,
  pais: 1,
  client_type: 1,
  empresa: 1,
  mensaje: 1,
  estado: 1,
  owner_id: 1,
  next_contact_on: 1,
  next_contact_at: 1,
  plan: 1,
  billing: 1,
  lost_reason: 1,
};
/** Every field that people change, in the timeline's order. */
export const CHANGEABLE = Object.keys(CHANGEABLE_FIELDS) as (keyof LeadChanges)[];

export function pick<Name extends keyof Lead>(lead: Pick<Lead, Name>, names: readonly Name[]): Pick<Lead, Name> {
  return Object.fromEntries(names.map((name) => [name, lead[name]])) as Pick<Lead, Name>;
}

/** A column's value, bound by name. A missing email is '' in a lead, NULL in its row; a missing hour the reverse. */
export function bindColumn(name: string): string {
  if (name === 'email') return "nullif(:email, '')";
  return name === 'next_contact_at' ? "coalesce(:next_contact_at, '')" : `:${name}`;
}

/** A SET clause binding a lead's fields by name. */
export function assignFields(names: readonly (keyof Lead | keyof PersonKeys)[]): string {
  return names.map((name) => `${name} = ${bindColumn(name)}`).join(', ');
}
