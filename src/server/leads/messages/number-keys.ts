import type { Lead } from '~/shared/leads/lead';
import { query } from '../../database/connection';
import type { WhatsappPerson } from '../../whatsapp/webhook-events';
import { phoneKey } from '../same-person/contact-keys';

/** A number's key (digits with calling code) in messages: the digits themselves if they are no valid number. */
export function keyOfNumber(digits: string): string {
  return phoneKey(`+${digits}`, null) ?? digits;
}

/** What messages of this person are kept under: the number's key or, without one, Meta's id of them. */
export function keyOfPerson({ number, userId }: WhatsappPerson): string {
  return number === null ? (userId ?? '') : keyOfNumber(number);
}

/** Whether a key is Meta's id of somebody without a known number. */
export function isUserId(key: string): boolean {
  return key.includes('.');
}

type Reached = Pick<Lead, 'id' | 'phone_key' | 'whatsapp' | 'whatsapp_user_id'>;

const selectSenderKeys = query<[{ lead_id: number }], { phone_key: string }>(
  "SELECT phone_key FROM messages WHERE lead_id = :lead_id AND direction = 'in'",
);

/** Keys of a lead's number and of those that its messages came from, which differ in merged leads. */
export function numbersOfLead({ id, phone_key, whatsapp, whatsapp_user_id }: Reached): string[] {
  const senders = selectSenderKeys()
    .all({ lead_id: id })
    .map((sender) => sender.phone_key);
  const own = [phone_key ?? whatsapp?.replace(/\D/g, ''), whatsapp_user_id];
  return [...new Set([...own, ...senders])].filter((key): key is string => Boolean(key));
}
