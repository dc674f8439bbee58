import type { z } from '~/shared/zod';

/** All values of `error.code` in the API. */
export const ERROR_CODES = [
  'malformed',
  'unauthenticated',
  'wrong_token',
  'invalid_credentials',
  'email_unverified',
  'awaiting_approval',
  'account_suspended',
  'agency_inactive',
  'initial_password_expired',
  'forbidden',
  'must_change_password',
  'step_up',
  'second_factor_required',
  'sign_in_expired',
  'invalid_code',
  'forbidden_origin',
  'signup_closed',
  'not_found',
  'method_not_allowed',
  'conflict',
  'precondition_failed',
  'other_account',
  'last_admin',
  'inactive_member',
  'account_exists',
  'coordinator_exists',
  'name_exists',
  'lead_not_won',
  'lead_has_company',
  'company_in_use',
  'plan_limit',
  'window_closed',
  'own_account',
  'staff_stays',
  'too_large',
  'unsupported_type',
  'misdirected',
  'invalid',
  'already_made',
  'token_invalid',
  'passkey_unknown',
  'passkey_refused',
  'passkey_at_rest',
  'too_many',
  'busy',
  'unexpected',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

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
