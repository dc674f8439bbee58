import type { Lead } from '~/shared/leads/lead';
import { phoneKey } from '../person/contact-keys';

/** The key of a number by which messages know it: the digits themselves where our rules know no such number. */
export function keyOfNumber(digits: string): string {
  return phoneKey(`+${digits}`, null) ?? digits;
}

/** The same of a lead's number; null without one. */
export function keyOfLead({ phone_key, whatsapp }: Pick<Lead, 'phone_key' | 'whatsapp'>): string | null {
  return phone_key ?? (whatsapp?.replace(/\D/g, '') || null);
}
