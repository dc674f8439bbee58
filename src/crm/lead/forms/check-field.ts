import { changeable } from '~/shared/leads/schema';

/** A field of a lead that is changed as text. */
export type TextField = 'nombre' | 'email' | 'whatsapp' | 'pais' | 'empresa' | 'mensaje';

/** What is saved of a field that was typed, or why it cannot be. */
export function checkField(field: TextField, typed: string): { value: string | null; fault?: string } {
  const { data, error } = changeable.shape[field].safeParse(typed);
  const fault = error?.issues[0]?.message;
  return { value: data ?? null, ...(fault && { fault }) };
}
