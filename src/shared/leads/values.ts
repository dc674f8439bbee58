import { leadStrings } from '~/shared/strings/leads';
import { writeDay } from './days';
import { planName } from './plans';

const LABELS: Partial<Record<string, Record<string, string>>> = {
  estado: leadStrings.statuses,
  client_type: leadStrings.clientTypes,
  billing: leadStrings.billings,
  lost_reason: leadStrings.lostReasons,
};

/** A value of one of a lead's fields, as people read it. */
export function describeLeadValue(field: string, value: string): string {
  if (field === 'plan') return planName(value);
  if (field === 'next_contact_on') return writeDay(value);
  return LABELS[field]?.[value] ?? value;
}
