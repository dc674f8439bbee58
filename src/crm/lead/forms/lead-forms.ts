import { type CreatedName, fieldOf } from '~/shared/leads/fields';
import { changeable } from '~/shared/leads/schema';

// This script is loaded later: the new-lead form and the field check, with the validation rules.
export { CreateLeadDialog } from './CreateLeadDialog';

/** The value to save for typed text, or why it is invalid. */
export function checkField(field: CreatedName, typed: string): { value: string | number | null; fault?: string } {
  const isNumber = fieldOf(field).kind === 'number' && typed.trim() !== '';
  const { data, error } = changeable.shape[field].safeParse(isNumber ? Number(typed) : typed);
  const fault = error?.issues[0]?.message;
  return { value: data ?? null, ...(fault && { fault }) };
}
