import { notify } from './notify';
import { listAdmins, listRecipients, onDuty } from './recipients';
import { startTimer } from './response-timers/response-timers';

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
