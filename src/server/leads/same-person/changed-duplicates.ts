import type { LeadCountry } from '~/shared/leads/enums';
import { type PersonKeys, personKeys } from './contact-keys';
import { selectContact, selectPersonChanges, selectSomeSame } from './same-person-queries';

/** Leads updated live per shared key; the rest show their count when next read. */
const MAX_LEADS_PER_KEY = 20;

/**
 * Leads whose number of duplicates may have changed in the events after `after` up to `upTo` without an event of their
 * own: another lead with their email or phone came, went, or has new contact data.
 */
export function findChangedDuplicates(after: number, upTo: number): number[] {
  const ids = new Set<number>();
  const addLeadsWith = (keys: PersonKeys) => {
    for (const { id } of selectSomeSame().all({ ...keys, limit: MAX_LEADS_PER_KEY })) ids.add(id);
  };
  for (const { lead_id, field, from_value } of selectPersonChanges().all({ after, upTo })) {
    const contact = selectContact().get({ id: lead_id });
    if (!contact) continue;
    addLeadsWith(contact);
    if (field === 'email') addLeadsWith(personKeys({ email: from_value ?? '' }));
    if (field === 'whatsapp') addLeadsWith(personKeys({ whatsapp: from_value, pais: contact.pais }));
    if (field === 'pais')
      addLeadsWith(personKeys({ whatsapp: contact.whatsapp, pais: from_value as LeadCountry | null }));
  }
  return [...ids];
}
