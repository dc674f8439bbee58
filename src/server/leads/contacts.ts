import type { ChangedLead } from '~/shared/leads/answers/leads';
import type { ContactChannel } from '~/shared/leads/contact';
import type { LeadEventType } from '~/shared/leads/event';
import { isWaiting } from '~/shared/leads/filters';
import { inSharedTransaction } from '../database/group-commit';
import { deleteAttempt, putAttempt, selectAttempt } from './contact-queries';
import { recordEvent } from './events';
import { updateLeadStatus } from './lead-queries';
import { enqueueLeadUpdated } from './lead-webhook';
import { describeChange, findFollowing, findLead } from './leads';
import { takeLead } from './owners';

/** If a user opens the same channel again within this time, it counts as a double press. */
const SAME_PRESS_MS = 10_000;

const EVENTS: Record<ContactChannel, LeadEventType> = {
  whatsapp: 'whatsapp_opened',
  call: 'call_started',
  email: 'email_opened',
};

/**
 * Records that a user opened WhatsApp, a call or an email to a lead. This is not a contact yet: if the lead waits for
 * its first one, the panel asks the user whether they reached it (`answerContact`). Throws AppError `not_found`.
 */
export function openContact(id: number, channel: ContactChannel, userId: string): Promise<ChangedLead> {
  return inSharedTransaction(() => {
    const lead = findFollowing(id);
    const place = { lead_id: lead.id, user_id: userId };
    const now = new Date();
    if (isWaiting(lead)) {
      const before = selectAttempt().get(place);
      if (before?.channel === channel && now.getTime() - Date.parse(before.opened_at) < SAME_PRESS_MS)
        return describeChange(lead, lead);
      putAttempt().run({ ...place, channel, opened_at: now.toISOString() });
    }
    recordEvent(lead.id, userId, { type: EVENTS[channel] }, now.toISOString());
    takeLead(lead, userId, now.toISOString());
    return describeChange(lead, findLead(lead.id));
  });
}

/**
 * Records whether a user reached the lead. If they did, the time of their attempt becomes the first contact and the
 * status changes to Contactado. Changes nothing if the user has no open attempt: they have answered already, or somebody
 * else has contacted the lead. Throws AppError `not_found`.
 */
export function answerContact(id: number, contacted: boolean, userId: string): Promise<ChangedLead> {
  return inSharedTransaction(() => {
    const lead = findFollowing(id);
    const place = { lead_id: lead.id, user_id: userId };
    const attempt = selectAttempt().get(place);
    if (!attempt || !isWaiting(lead)) return describeChange(lead, lead);
    const now = new Date().toISOString();
    const { channel, opened_at } = attempt;
    if (!contacted) {
      deleteAttempt().run(place);
      recordEvent(lead.id, userId, { type: 'contact_denied', to: channel }, now);
      return describeChange(lead, findLead(lead.id));
    }
    recordEvent(lead.id, userId, { type: 'contact_confirmed', to: channel }, now);
    const change = { type: 'changed', field: 'estado', from: lead.estado, to: 'contactado' } as const;
    recordEvent(lead.id, userId, change, now);
    updateLeadStatus().get({ id: lead.id, estado: 'contactado', first_contacted_at: opened_at });
    const saved = findLead(lead.id);
    enqueueLeadUpdated(saved, lead, ['estado']);
    return describeChange(lead, takeLead(saved, userId, now));
  });
}
