import { query } from '../database/connection';
import { notify } from './notify';
import { listAdmins, listRecipients, onDuty } from './recipients';
import { startTimer } from './response-timers/response-timers';

const insertEnquiryNotice = query<[{ lead_id: number; known_to: string | null; arrived_at: string }]>(
  `INSERT INTO notice_enquiries (lead_id, known_to, arrived_at) VALUES (:lead_id, :known_to, :arrived_at)`,
);

/** Announces a new lead and starts its timer, in the caller's transaction. `knownTo`: who let it in needs no notice. */
export function announceLead(leadId: number, knownTo: string | null, now: string): void {
  insertEnquiryNotice().run({ lead_id: leadId, known_to: knownTo, arrived_at: now });
  startTimer(leadId, now);
  setImmediate(() => wake?.());
}

let wake: (() => void) | undefined;

/** Calls `listener` after each `announceLead` of this process. Returns a function that removes it. */
export function onLeadAnnounced(listener: () => void): () => void {
  wake = listener;
  return () => {
    if (wake === listener) wake = undefined;
  };
}

/**
 * Starts the response timer of a lead that awaits a reply, in the caller's transaction, and notifies its owner, or
 * whoever is on duty, unless `isSilent`.
 */
export function announceAwaiting(
  leadId: number,
  ownerId: string | null,
  now: string,
  { isSilent }: { isSilent: boolean },
): void {
  if (!isSilent) {
    const people = listRecipients();
    const owner = people.filter(({ id }) => id === ownerId);
    notify(owner.length > 0 ? owner : onDuty(people), { kind: 'awaiting_reply', leads: [leadId], total: 1 });
  }
  startTimer(leadId, now);
}

/**
 * Notifies administrators of wins, except whoever made them, in the transaction that changes the leads. `total`: how
 * many, if only the first are given.
 */
export function announceWins(leads: number[], by: string, total = leads.length): void {
  const admins = listAdmins().filter(({ id }) => id !== by);
  notify(admins, { kind: 'lead_won', leads, total, by });
}
