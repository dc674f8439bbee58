import { isClosed, type Lead } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import { followUpErrors } from '~/shared/strings/follow-up-errors';
import { AppError } from '../app-error';
import { requireColleague } from './owners';

/** What the second day is about. */
export const FOLLOW_UP = [
  'owner_id',
  'next_contact_on',
  'next_contact_at',
  'plan',
  'billing',
  'lost_reason',
] as const satisfies readonly (keyof LeadChanges)[];

/** Everything of a lead that people change, in the order in which the timeline tells it. */
export const CHANGEABLE = [
  ...(['nombre', 'email', 'whatsapp', 'pais', 'client_type', 'empresa', 'mensaje', 'estado'] as const),
  ...FOLLOW_UP,
] as const satisfies readonly (keyof LeadChanges)[];

/**
 * The lead after these changes, with what follows from them: one that is won or lost has no next contact, an hour needs its
 * day, a way of paying its plan, and only a lost one has a reason.
 * @throws {AppError} `invalid` for a change that asks for what cannot be.
 */
export function settleFollowUp(before: Lead, changes: Partial<Pick<Lead, keyof LeadChanges>>): Lead {
  const after: Lead = { ...before, ...changes };
  if (changes.owner_id && changes.owner_id !== before.owner_id) requireColleague(changes.owner_id);
  if (isClosed(after)) {
    refuse('next_contact_on', changes.next_contact_on, followUpErrors.nextContactClosed);
    after.next_contact_on = null;
  }
  if (after.next_contact_on === null) {
    const reason = isClosed(after) ? followUpErrors.nextContactClosed : followUpErrors.nextContactHourAlone;
    refuse('next_contact_at', changes.next_contact_at, reason);
    after.next_contact_at = null;
  }
  if (after.plan === null) {
    refuse('billing', changes.billing, followUpErrors.billingAlone);
    after.billing = null;
  }
  if (after.estado !== 'perdido') {
    refuse('lost_reason', changes.lost_reason, followUpErrors.lostReasonOnlyLost);
    after.lost_reason = null;
  }
  return after;
}

function refuse(field: keyof LeadChanges, value: string | null | undefined, message: string): void {
  if (value) throw new AppError('invalid', { message, fields: { [field]: message } });
}
