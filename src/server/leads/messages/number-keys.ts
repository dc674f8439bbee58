import type { Lead } from '~/shared/leads/lead';
import { phoneKey } from '../same-person/contact-keys';
import { selectSenderKeys } from './message-queries';

/** A number's key (digits with calling code) in messages: the digits themselves if they are no valid number. */
export function keyOfNumber(digits: string): string {
  return phoneKey(`+${digits}`, null) ?? digits;
}

/** Keys of a lead's number and of those that its messages came from, which differ in merged leads. */
export function numbersOfLead({ id, phone_key, whatsapp }: Pick<Lead, 'id' | 'phone_key' | 'whatsapp'>): string[] {
  const senders = selectSenderKeys().all({ lead_id: id });
  const own = phone_key ?? whatsapp?.replace(/\D/g, '');
  return [...new Set([...(own ? [own] : []), ...senders.map((sender) => sender.phone_key)])];
}
