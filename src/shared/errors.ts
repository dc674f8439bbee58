import type { ERRORS } from '~/shared/strings/errors';
import type { z } from '~/shared/zod';

/** All values of `error.code` in the API. */
export type ErrorCode = keyof typeof ERRORS;

/** One Spanish sentence per wrong field. */
export type FieldErrors = Record<string, string>;

/** The first error of each field; the key '' is for errors of no field. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    const message = issue.code === 'unrecognized_keys' ? 'Este campo no existe.' : issue.message;
    for (const key of keys) fields[key] ??= message;
  }
  return fields;
}
