import { cleanEmail, cleanLine, cleanLines } from '~/shared/clean-text';
import { z } from '~/shared/zod';
import { cleanPhones } from './phones/written';

const unstorable = 'Hay caracteres que no se pueden guardar. Escribilo de nuevo, por favor.';

/** Whether a text can be stored and read back unchanged: well-formed UTF-16 without NUL. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

const CLEAN = { one: cleanLine, many: cleanLines, phone: cleanPhones };
type Kind = keyof typeof CLEAN;

/** Text of 1 to `max` UTF-16 units, after cleaning. `required` and `tooLong` are its errors. */
export function requiredText(required: string, max: number, tooLong: string, kind: Kind = 'one') {
  return z
    .string({ error: required })
    .refine(isStorable, { error: unstorable, abort: true })
    .transform(CLEAN[kind])
    .pipe(z.string().min(1, required).max(max, tooLong))
    .meta({ minLength: 1, maxLength: max });
}

/** Like requiredText, but missing, null or blank becomes null. */
export function optionalText(max: number, tooLong: string, kind: Kind = 'one') {
  return z
    .string({ error: unstorable })
    .nullish()
    .refine((text) => text == null || isStorable(text), { error: unstorable, abort: true })
    .transform((text) => (text == null ? null : CLEAN[kind](text) || null))
    .pipe(z.string().max(max, tooLong).nullable())
    .meta({ maxLength: max });
}

function wellFormedEmail(text: z.ZodString, error: string) {
  return text.max(254, error).check(z.email({ pattern: z.regexes.html5Email, error }));
}

/** An email as `type=email` accepts it, at most 254 characters (RFC 5321). */
export function emailText({ required, invalid }: { required: string; invalid: string }) {
  return z
    .string({ error: required })
    .transform(cleanEmail)
    .pipe(wellFormedEmail(z.string().min(1, required), invalid))
    .meta({ format: 'email', maxLength: 254 });
}

/** The same, but optional: '' if empty or null. */
export function emptiableEmail(invalid: string) {
  return z
    .string({ error: invalid })
    .nullable()
    .transform((text) => cleanEmail(text ?? '') || null)
    .pipe(wellFormedEmail(z.string(), invalid).nullable())
    .transform((email) => email ?? '')
    .meta({ maxLength: 254 });
}
