import { cleanLines } from '~/shared/clean-text';
import type { FieldErrors } from '~/shared/errors';
import type { Lead } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import { describeLeadValue } from '~/shared/leads/values';
import { isClosed } from '~/shared/leads/waiting';
import { cleanPhones } from '~/shared/phones/written';
import { leadErrors } from '~/shared/strings/lead/errors';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import type { Sentence } from '~/shared/zod';
import { AppError, errorAt } from '../app-error';
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

export type GivenChanges = Partial<Pick<Lead, keyof LeadChanges>>;

/** Refuses fields others changed since to another value. Throws AppError `conflict`, naming the fields. */
export function requireUnchanged(before: Lead, changes: GivenChanges, previous: GivenChanges): void {
  const others = fieldsOf(changes).filter((field) => {
    const now = cleanValue(field, before[field]);
    return field in previous && previous[field] !== now && changes[field] !== now;
  });
  if (others.length > 0) throw conflictAbout(before, others);
}

/** What an earlier version stored may hold what a form no longer sends. */
function cleanValue<Value>(field: string, value: Value) {
  if (typeof value !== 'string') return value;
  return field === 'whatsapp' ? cleanPhones(value) : cleanLines(value);
}

/** A conflict that tells, for each field, its current value. */
export function conflictAbout(lead: Lead, names: (keyof LeadChanges)[]): AppError {
  const fields: FieldErrors = {};
  for (const name of names) fields[name] = leadErrors.changedMeanwhile(describeValue(name, lead));
  return new AppError('conflict', { fields });
}

function fieldsOf(changes: GivenChanges): (keyof LeadChanges)[] {
  return Object.keys(changes) as (keyof LeadChanges)[];
}

function describeValue(field: keyof LeadChanges, lead: Lead): string {
  const value = field === 'owner_id' ? lead.owner_name : lead[field];
  return value === null || value === '' ? leadErrors.noValue(field) : describeLeadValue(field, value);
}
