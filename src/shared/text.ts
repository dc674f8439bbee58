import { z } from '~/shared/zod';

const unstorable = 'Hay caracteres que no se pueden guardar. Escribilo de nuevo, por favor.';

/** Whether a text can be stored and read back unchanged: well-formed UTF-16 without NUL. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Trims; all-invisible text, such as zero-width spaces, becomes ''. */
function trim(text: string): string {
  return /[^\s\p{Cf}]/u.test(text) ? text.trim() : '';
}

/** NFC, trimmed, with \n as the only line break, so that a form's \r\n counts as one character. */
function tidyLines(text: string): string {
  return trim(text.normalize('NFC').replace(/\r\n?/g, '\n'));
}

/** Bidi controls (which would flip the text beside a name), zero-width spaces, soft hyphens. */
const INVISIBLE = /[\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u2064\uFEFF]+/gu;
/** Joiners that join nothing; they stay within emoji and Persian words. */
const IDLE_JOINERS = /(?<=^|[\p{Script=Latin}\p{Nd}\s])[\u200C\u200D]+/gu;

/**
 * Like tidyLines, on one line: a line break in a name would get into mail headers and webhooks. Invisible characters
 * go, since they would make look-alike names differ.
 */
function tidyLine(text: string): string {
  const line = text.normalize('NFC').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return trim(line.replace(INVISIBLE, '').replace(IDLE_JOINERS, ''));
}

type Lines = 'one' | 'many';

/** Text of 1 to `max` UTF-16 units, after tidying. `required` and `tooLong` are its errors. */
export function requiredText(required: string, max: number, tooLong: string, lines: Lines = 'one') {
  return z
    .string({ error: required })
    .refine(isStorable, { error: unstorable, abort: true })
    .transform(lines === 'one' ? tidyLine : tidyLines)
    .pipe(z.string().min(1, required).max(max, tooLong))
    .meta({ minLength: 1, maxLength: max });
}

/** Like requiredText, but missing, null or blank becomes null. */
export function optionalText(max: number, tooLong: string, lines: Lines = 'one') {
  const tidy = lines === 'one' ? tidyLine : tidyLines;
  return z
    .string({ error: unstorable })
    .nullish()
    .refine((text) => text == null || isStorable(text), { error: unstorable, abort: true })
    .transform((text) => (text == null ? null : tidy(text) || null))
    .pipe(z.string().max(max, tooLong).nullable())
    .meta({ maxLength: max });
}

/** An email as `type=email` accepts it, at most 254 characters (RFC 5321). */
export function emailText({ required, invalid }: { required: string; invalid: string }) {
  return z
    .string({ error: required })
    .transform((text) => text.trim())
    .pipe(z.string().min(1, required).max(254, invalid).regex(z.regexes.html5Email, invalid))
    .meta({ format: 'email', maxLength: 254 });
}

/** The same, but optional: '' if empty or null. */
export function emptiableEmail(invalid: string) {
  return z
    .string({ error: invalid })
    .nullable()
    .transform((text) => text?.trim() ?? '')
    .pipe(
      z
        .string()
        .max(254, invalid)
        .refine((text) => text === '' || z.regexes.html5Email.test(text), invalid),
    )
    .meta({ maxLength: 254 });
}
