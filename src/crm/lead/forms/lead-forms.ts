import { changeable } from '~/shared/leads/schema';

// This script is loaded later: the new-lead form and the field check, with the validation rules.
export { CreateLeadDialog } from './CreateLeadDialog';

/** A lead's field that is edited as text. */
export type TextField = 'nombre' | 'email' | 'whatsapp' | 'pais' | 'empresa' | 'mensaje';

/** The value to save for typed text, or why it is invalid. */
export function checkField(field: TextField, typed: string): { value: string | null; fault?: string } {
  const { data, error } = changeable.shape[field].safeParse(typed);
  const fault = error?.issues[0]?.message;
  return { value: data ?? null, ...(fault && { fault }) };
}
