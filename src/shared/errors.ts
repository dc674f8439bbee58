/** Every way in which a request can fail, as it is named in an answer's `error.code`. */
export type ErrorCode =
  | 'malformed'
  | 'unauthenticated'
  | 'invalid_credentials'
  | 'forbidden'
  | 'must_change_password'
  | 'forbidden_origin'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'invalid'
  | 'token_invalid'
  | 'too_many'
  | 'busy'
  | 'unexpected';

/** One Spanish sentence for each field that is wrong. */
export type FieldErrors = Record<string, string>;

/** What every failed API call answers with. */
export type ErrorBody = { error: { code: ErrorCode; message: string; fields?: FieldErrors } };
