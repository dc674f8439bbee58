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

export function pick<Name extends keyof Lead>(lead: Pick<Lead, Name>, names: readonly Name[]): Pick<Lead, Name> {
  return Object.fromEntries(names.map((name) => [name, lead[name]])) as Pick<Lead, Name>;
}

/** A column as a lead holds it. A missing email is '' in a lead, NULL in its row; a missing hour the reverse. */
export function selectColumn(name: string): string {
  if (name === 'email') return "coalesce(email, '') AS email";
  return name === 'next_contact_at' ? "nullif(next_contact_at, '') AS next_contact_at" : name;
}

/** The reverse: a lead's value, bound by name unless given, as its column holds it. */
export function bindColumn(name: string, value = `:${name}`): string {
  if (name === 'email') return `nullif(${value}, '')`;
  return name === 'next_contact_at' ? `coalesce(${value}, '')` : value;
}

/** A SET clause binding a lead's fields by name. */
export function assignFields(names: readonly (keyof Lead | keyof PersonKeys)[]): string {
  return names.map((name) => `${name} = ${bindColumn(name)}`).join(', ');
}
