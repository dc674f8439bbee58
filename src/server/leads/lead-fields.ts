import type { Lead } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import type { PersonKeys } from './person/contact-keys';

/** Fields of the follow-up, after the first contact. */
export const FOLLOW_UP = [
  'owner_id',
  'next_contact_on',
  'next_contact_at',
  'plan',
  'billing',
  'lost_reason',
] as const satisfies readonly (keyof LeadChanges)[];

/** Every field that people change, in the timeline's order. */
export const CHANGEABLE = [
  ...(['nombre', 'email', 'whatsapp', 'pais', 'client_type', 'empresa', 'mensaje', 'estado'] as const),
  ...FOLLOW_UP,
] as const satisfies readonly (keyof LeadChanges)[];

export function pick<Name extends keyof Lead>(lead: Lead, names: readonly Name[]): Pick<Lead, Name> {
  return Object.fromEntries(names.map((name) => [name, lead[name]])) as Pick<Lead, Name>;
}

/** A SET clause binding a lead's fields by name. A missing email is '' in a lead, NULL in its row; an hour is not. */
export function assignFields(names: readonly (keyof Lead | keyof PersonKeys)[]): string {
  const bound = { email: "nullif(:email, '')", next_contact_at: "coalesce(:next_contact_at, '')" };
  return names.map((name) => `${name} = ${bound[name as keyof typeof bound] ?? `:${name}`}`).join(', ');
}
