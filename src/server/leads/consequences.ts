import type { Lead } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import { isClosed } from '~/shared/leads/waiting';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import type { Sentence } from '~/shared/zod';
import { errorAt } from '../app-error';
import { requireColleague } from './owners/owners';

/**
 * Applies changes with their consequences: closing a lead clears the next contact planned before, an hour needs its
 * day, a billing period its plan, and only a lost lead has a reason. Undoing a status (`isUndo`) keeps the day.
 * @throws {AppError} `invalid` for a change that contradicts these.
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

function refuse(field: keyof LeadChanges, value: string | null | undefined, error: Sentence): void {
  if (value) throw errorAt(field, error);
}
