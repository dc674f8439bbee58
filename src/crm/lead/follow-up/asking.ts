import { atom } from 'nanostores';

/** The lead of which somebody here has just had a contact: it is asked when to contact it next. */
export const $asking = atom<number | null>(null);

/** Ends the question about a lead. */
export function stopAsking(leadId: number): void {
  if ($asking.get() === leadId) $asking.set(null);
}
