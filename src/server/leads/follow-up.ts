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
 * The lead after these changes, with what follows from them: whoever is won or lost is no longer contacted on the day that
 * was planned before, an hour needs its day, a way of paying its plan, and only a lost one has a reason. Where a status is
 * taken back (`isUndo`) no day goes.
 * @throws {AppError} `invalid` for a change that asks for what cannot be.
 */
export function settleFollowUp(
  before: Lead,
  changes: Partial<Pick<Lead, keyof LeadChanges>>,
  { isUndo = false } = {},
): Lead {
  const after: Lead = { ...before, ...changes };
  if (changes.owner_id && changes.owner_id !== before.owner_id) requireColleague(changes.owner_id);
  const closes = isClosed(after) && after.estado !== before.estado && !isUndo;
  if (closes && changes.next_contact_on === undefined) after.next_contact_on = null;
  if (after.next_contact_on === null) {
    refuse('next_contact_at', changes.next_contact_at, followUpErrors.nextContactHourAlone);
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
