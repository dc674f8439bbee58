import type { ErrorBody } from '~/shared/answers';
import type { ErrorCode, FieldErrors } from '~/shared/errors';
import { AS_OF_HEADER } from '~/shared/leads/live';
import { diskFull, errorStrings } from '~/shared/strings/errors';

const STATUS_BY_CODE: Record<ErrorCode, number> = {
  malformed: 400,
  unauthenticated: 401,
  wrong_token: 401,
  invalid_credentials: 401,
  email_unverified: 401,
  awaiting_approval: 401,
  account_suspended: 401,
  agency_inactive: 401,
  initial_password_expired: 401,
  passkey_unknown: 401,
  passkey_refused: 401,
  passkey_at_rest: 401,
  forbidden: 403,
  must_change_password: 403,
  step_up: 403,
  second_factor_required: 403,
  sign_in_expired: 401,
  invalid_code: 401,
  forbidden_origin: 403,
  signup_closed: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  precondition_failed: 412,
  other_account: 409,
  last_admin: 409,
  inactive_member: 409,
  account_exists: 409,
  coordinator_exists: 409,
  name_exists: 409,
  lead_not_won: 409,
  lead_has_company: 409,
  company_in_use: 409,
  plan_limit: 409,
  window_closed: 409,
  own_account: 409,
  link_refused: 409,
  staff_stays: 409,
  too_large: 413,
  unsupported_type: 415,
  misdirected: 421,
  invalid: 422,
  already_made: 422,
  token_invalid: 422,
  too_many: 429,
  busy: 503,
  unexpected: 500,
};

type Details = {
  message?: string;
  fields?: FieldErrors;
  company?: ErrorBody['error']['company'];
  second_factor?: ErrorBody['error']['second_factor'];
  retryAfterSeconds?: number;
  /** For something missing: the id of the last lead event at the time of reading. */
  asOf?: number;
  allow?: string;
  cause?: unknown;
};

/** The only error operations throw. It rolls back the transaction; endpoint() turns it into an answer. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly company: ErrorBody['error']['company'];
  readonly secondFactor: ErrorBody['error']['second_factor'];
  readonly retryAfterSeconds: number | undefined;
  readonly asOf: number | undefined;
  readonly allow: string | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errorStrings[code], { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.company = details.company;
    this.secondFactor = details.second_factor;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.asOf = details.asOf;
    this.allow = details.allow;
  }

  get status(): number {
    return STATUS_BY_CODE[this.code];
  }

  /** The answer's headers, without the content type. */
  get headers(): Record<string, string> {
    return {
      ...(this.retryAfterSeconds !== undefined && {
        'retry-after': String(Math.ceil(this.retryAfterSeconds)),
      }),
      ...(this.asOf !== undefined && { [AS_OF_HEADER]: String(this.asOf) }),
      ...(this.allow !== undefined && { allow: this.allow }),
      ...(this.code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
      ...(this.code === 'wrong_token' && { 'www-authenticate': 'Bearer error="invalid_token"' }),
    };
  }

  /** The answer's body; `further` is added beside it. */
  toBody(further?: Pick<ErrorBody['error'], 'detail' | 'details'>): ErrorBody {
    const { code, message, fields, company, secondFactor: second_factor } = this;
    return {
      error: {
        ...{ code, message },
        ...(fields && { fields }),
        ...further,
        ...(company && { company }),
        ...(second_factor && { second_factor }),
      },
    };
  }
}

/** An error about one field of the input, whose sentence is the error's own. */
export function errorAt(
  field: string,
  message: string,
  { code = 'invalid', cause }: { code?: ErrorCode; cause?: unknown } = {},
): AppError {
  return new AppError(code, { message, fields: { [field]: message }, cause });
}

/** @throws {AppError} `not_found` if there is no such row. */
export function requireFound<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new AppError('not_found');
  return row;
}

/** SQLite errors that may pass: locked by another process, or the disk is full or failing. */
const PASSING_DATABASE_FAULT = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;

/** Turns anything thrown into an AppError. The unknown becomes `unexpected` and keeps its cause for the log. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const databaseCode = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (PASSING_DATABASE_FAULT.test(databaseCode)) {
    const message = databaseCode === 'SQLITE_FULL' ? diskFull : errorStrings.busy;
    return new AppError('busy', { cause: thrown, retryAfterSeconds: 5, message });
  }
  return new AppError('unexpected', { cause: thrown });
}
