import type { Lead } from '~/shared/leads/lead';
import { keyOfLead } from './number-key';
import { selectHeardKeys } from './silence-queries';

/** Keys of a lead's number and of those that its messages came from, which differ where leads were joined. */
export function numbersOfLead(lead: Pick<Lead, 'id' | 'phone_key' | 'whatsapp'>): string[] {
  const heard = selectHeardKeys()
    .all({ lead_id: lead.id })
    .map(({ phone_key }) => phone_key);
  return [...new Set([keyOfLead(lead), ...heard])].filter((key) => key !== null);
}
