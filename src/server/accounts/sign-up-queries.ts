import { deleteBatch, query } from '../database/connection';

/** A sign-up awaiting verification. Immutable: it is confirmed or removed. */
type SignUpRow = { id: string; email: string; name: string; password_hash: string };

type NewSignUp = SignUpRow & { expires_at: string; created_at: string };

export const insertSignUp = query<[NewSignUp]>(
  `INSERT INTO sign_ups (id, email, name, password_hash, expires_at, created_at)
   VALUES (:id, :email, :name, :password_hash, :expires_at, :created_at)`,
);

const SIGN_UP = 'SELECT sign_ups.id, sign_ups.email, sign_ups.name, sign_ups.password_hash FROM sign_ups';

export const selectSignUp = query<[{ id: string; now: string }], SignUpRow>(
  `${SIGN_UP} WHERE id = :id AND expires_at > :now`,
);

export const selectNewestSignUp = query<[{ email: string; now: string }], SignUpRow>(
  `${SIGN_UP} WHERE email = :email AND expires_at > :now ORDER BY created_at DESC LIMIT 1`,
);

export const selectSignUpByToken = query<[{ token_hash: Buffer; now: string }], SignUpRow>(
  `${SIGN_UP} JOIN one_time_tokens ON one_time_tokens.sign_up_id = sign_ups.id
   WHERE token_hash = :token_hash AND purpose = 'verify' AND one_time_tokens.expires_at > :now`,
);

export const deleteSignUpsOf = query<[{ email: string }]>('DELETE FROM sign_ups WHERE email = :email');

export const deleteExpiredSignUps = deleteBatch<{ now: string }>('sign_ups', 'id', 'expires_at <= :now');
