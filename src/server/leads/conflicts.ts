import type { FieldErrors } from '~/shared/errors';
import type { Lead } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import { describeLeadValue } from '~/shared/leads/values';
import { leadErrors } from '~/shared/strings/lead-errors';
import { AppError } from '../app-error';
import { selectLastValue, selectTouchByOthers } from './event-queries';

export type GivenChanges = Partial<Pick<Lead, keyof LeadChanges>>;

/**
 * Two people who set a field to the same value agree; a different value is a conflict.
 * @throws {AppError} `conflict`, naming the fields.
 */
export function requireUnchanged(before: Lead, changes: GivenChanges, previous: GivenChanges): void {
  const others = fieldsOf(changes).filter(
    (field) => field in previous && previous[field] !== before[field] && changes[field] !== before[field],
  );
  if (others.length > 0) throw conflictAbout(before, others);
}

/**
 * What the caller can take back of an act whose last event was `after`: what nobody else has changed since, and is as the
 * act left it (they may have taken back a later act before). Whoever got the lead since keeps it; all else is taken back
 * together or not at all, because it hangs together: no status without its reason, no day without its hour.
 * @throws {AppError} `conflict`, naming the fields.
 */
export function pickUntouched(
  before: Lead,
  changes: GivenChanges,
  after: number,
  user_id: string,
): GivenChanges {
  const lead_id = before.id;
  const touched = fieldsOf(changes).filter(
    (field) =>
      selectTouchByOthers().get({ lead_id, after, fields: JSON.stringify([field]), user_id }) ||
      selectLastValue().get({ lead_id, field, until: after })?.to_value !== before[field],
  );
  if (touched.length === 0) return changes;
  const { owner_id, ...others } = changes;
  if (touched.some((field) => field !== 'owner_id') || fieldsOf(others).length === 0)
    throw conflictAbout(before, touched);
  return others;
}

function conflictAbout(lead: Lead, names: (keyof LeadChanges)[]): AppError {
  const fields: FieldErrors = {};
  for (const name of names) fields[name] = leadErrors.changedMeanwhile(describeValue(name, lead));
  return new AppError('conflict', { fields });
}

function fieldsOf(changes: GivenChanges): (keyof LeadChanges)[] {
  return Object.keys(changes) as (keyof LeadChanges)[];
}

function describeValue(field: keyof LeadChanges, lead: Lead): string {
  const value = field === 'owner_id' ? lead.owner_name : lead[field];
  return value === null ? leadErrors.noValue(field) : describeLeadValue(field, value);
}
