import type { ErrorBody } from '~/shared/answers';
import type { ErrorCode, FieldErrors } from '~/shared/errors';
import { AS_OF_HEADER } from '~/shared/leads/live';
import { diskFull, ERRORS } from '~/shared/strings/errors';
import type { Sentence } from '~/shared/zod';

type Details = {
  /** In place of the code's sentence; programs get the code's English where it has none. */
  message?: string | Sentence;
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
  /** The sentence's own English, for programs. */
  readonly english: string | undefined;
  readonly fields: FieldErrors | undefined;
  readonly company: ErrorBody['error']['company'];
  readonly secondFactor: ErrorBody['error']['second_factor'];
  readonly retryAfterSeconds: number | undefined;
  readonly asOf: number | undefined;
  readonly allow: string | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    const { message = ERRORS[code].es } = details;
    super(typeof message === 'string' ? message : message.es, { cause: details.cause });
    this.code = code;
    this.english = typeof message === 'string' ? undefined : message.en;
    this.fields = details.fields;
    this.company = details.company;
    this.secondFactor = details.second_factor;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.asOf = details.asOf;
    this.allow = details.allow;
  }

  get status(): number {
    return ERRORS[this.code].status;
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
  message: string | Sentence,
  { code = 'invalid', cause }: { code?: ErrorCode; cause?: unknown } = {},
): AppError {
  return new AppError(code, {
    message,
    fields: { [field]: typeof message === 'string' ? message : message.es },
    cause,
  });
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
    const message = databaseCode === 'SQLITE_FULL' ? diskFull : ERRORS.busy.es;
    return new AppError('busy', { cause: thrown, retryAfterSeconds: 5, message });
  }
  return new AppError('unexpected', { cause: thrown });
}
