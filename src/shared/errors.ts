/** All error codes of the API (`error.code`). */
export type ErrorCode =
  | 'malformed'
  | 'unauthenticated'
  | 'invalid_credentials'
  | 'email_unverified'
  | 'awaiting_approval'
  | 'account_suspended'
  | 'agency_inactive'
  | 'initial_password_expired'
  | 'forbidden'
  | 'must_change_password'
  | 'forbidden_origin'
  | 'signup_closed'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'other_account'
  | 'last_admin'
  | 'inactive_member'
  | 'coordinator_exists'
  | 'name_exists'
  | 'lead_not_won'
  | 'lead_has_company'
  | 'plan_limit'
  | 'own_account'
  | 'staff_stays'
  | 'too_large'
  | 'unsupported_type'
  | 'misdirected'
  | 'invalid'
  | 'already_made'
  | 'token_invalid'
  | 'too_many'
  | 'busy'
  | 'unexpected';

/** One Spanish sentence for each wrong field. */
export type FieldErrors = Record<string, string>;

/** The body of every failed API call. `company`: the agency that already has that name, or was made of that lead. */
export type ErrorBody = {
  error: {
    code: ErrorCode;
    message: string;
    fields?: FieldErrors;
    company?: { id: number; name: string; country: string | null };
  };
};
