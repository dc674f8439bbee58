import { query } from '../database/connection';

/** A sign-up awaiting verification. Immutable: it is confirmed or removed. */
export type SignUpRow = { id: string; email: string; name: string; password_hash: string };

export const SIGN_UP = 'SELECT id, email, name, password_hash FROM sign_ups';

export const selectNewestSignUp = query<[{ email: string; now: string }], SignUpRow>(
  `${SIGN_UP} WHERE email = :email AND expires_at > :now ORDER BY created_at DESC LIMIT 1`,
);
