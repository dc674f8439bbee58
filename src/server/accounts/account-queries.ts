import type { ProfileStatus, Role } from '~/shared/accounts/account';
import { query } from '../database/connection';

/** A user with everything that decides whether they may sign in. `company_status` is null for staff. */
export type AccountRow = {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  password_expires_at: string | null;
  must_change_password: 0 | 1;
  /** 1 from an administrator's reset until the owner chooses a new password. */
  password_reset: 0 | 1;
  status: ProfileStatus;
  company_id: number | null;
  company_name: string | null;
  company_status: 'active' | 'inactive' | null;
  is_admin: 0 | 1;
};

/** SQL: whether the user of a row has a second factor. */
export const HAS_SECOND_FACTOR = `(EXISTS (SELECT 1 FROM totp WHERE user_id = users.id AND secret IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id))`;

/** SQL: whether the user of a row waits for a link that an administrator may hand over, see `copyLink`. */
export const AWAITS_LINK = `((users.password_reset = 1 OR users.must_change_password = 1) AND NOT ${HAS_SECOND_FACTOR}
  AND NOT EXISTS (SELECT 1 FROM user_roles WHERE user_id = users.id AND role = 'admin'))`;

/** People only: a program has a profile but no account. */
const ACCOUNT = `
  SELECT users.id, users.email, profiles.name, users.password_hash, users.password_expires_at,
         users.must_change_password, users.password_reset, profiles.status, profiles.company_id,
         companies.name AS company_name, companies.status AS company_status,
         EXISTS (SELECT 1 FROM user_roles WHERE user_id = users.id AND role = 'admin') AS is_admin
  FROM users
  JOIN profiles ON profiles.id = users.id AND profiles.id NOT IN (SELECT id FROM api_tokens)
  LEFT JOIN companies ON companies.id = profiles.company_id`;

export const selectAccountByEmail = query<[{ email: string }], AccountRow>(`${ACCOUNT} WHERE users.email = :email`);

export const selectAccount = query<[{ id: string }], AccountRow>(`${ACCOUNT} WHERE users.id = :id`);

export const insertRole = query<[{ user_id: string; role: Role }]>(
  'INSERT INTO user_roles (user_id, role) VALUES (:user_id, :role)',
);

export const selectHasActiveAdmin = query<[], { found: 0 | 1 }>(
  `SELECT EXISTS (
     SELECT 1 FROM user_roles JOIN profiles ON profiles.id = user_roles.user_id
     WHERE user_roles.role = 'admin' AND profiles.status = 'active'
   ) AS found`,
);

export const selectEmailTaken = query<[{ email: string }], { found: 0 | 1 }>(
  'SELECT EXISTS (SELECT 1 FROM users WHERE email = :email) AS found',
);
