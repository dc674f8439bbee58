import { cleanLines } from '~/shared/clean-text';
import type { FieldErrors } from '~/shared/errors';
import type { Lead } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import { describeLeadValue } from '~/shared/leads/values';
import { cleanPhones } from '~/shared/phones/written';
import { leadErrors } from '~/shared/strings/lead/errors';
import { AppError } from '../app-error';

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
