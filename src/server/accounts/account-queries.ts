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

export const selectAwaitsLink = query<[{ id: string }], { awaits_link: 0 | 1 }>(
  `SELECT ${AWAITS_LINK} AS awaits_link FROM users WHERE id = :id`,
);

/** Replaces the password with one nobody knows, until its owner chooses another. */
export const updateUselessPassword = query<[{ id: string; password_hash: string }]>(
  `UPDATE users SET password_hash = :password_hash, password_expires_at = NULL, password_reset = 1 WHERE id = :id`,
);

/** Stores the same password rehashed with today's parameters. */
export const updatePasswordHash = query<[{ id: string; password_hash: string }]>(
  'UPDATE users SET password_hash = :password_hash WHERE id = :id',
);

type NewUser = {
  id: string;
  email: string;
  password_hash: string;
  password_expires_at: string | null;
  must_change_password: 0 | 1;
  created_at: string;
};

export const insertUser = query<[NewUser]>(
  `INSERT INTO users (id, email, password_hash, password_expires_at, must_change_password, created_at)
   VALUES (:id, :email, :password_hash, :password_expires_at, :must_change_password, :created_at)`,
);

type NewProfile = {
  id: string;
  name: string;
  status: ProfileStatus;
  company_id: number | null;
  created_at: string;
};

export const insertProfile = query<[NewProfile]>(
  `INSERT INTO profiles (id, name, status, company_id, created_at)
   VALUES (:id, :name, :status, :company_id, :created_at)`,
);

export const updateProfileName = query<[{ id: string; name: string }]>(
  'UPDATE profiles SET name = :name WHERE id = :id',
);

export const updateProfileStatus = query<[{ id: string; status: ProfileStatus }]>(
  'UPDATE profiles SET status = :status WHERE id = :id',
);

/** Stores a password its owner chose; it never expires. */
export const updateOwnPassword = query<[{ id: string; password_hash: string }]>(
  `UPDATE users SET password_hash = :password_hash, password_expires_at = NULL, must_change_password = 0,
     password_reset = 0
   WHERE id = :id`,
);

/** Stores a password somebody else made. It must be changed, and expires. */
export const updateInitialPassword = query<[{ id: string; password_hash: string; password_expires_at: string }]>(
  `UPDATE users SET password_hash = :password_hash, password_expires_at = :password_expires_at,
     must_change_password = 1, password_reset = 0
   WHERE id = :id`,
);

export const activatePendingCoordinator = query<[{ id: string }]>(
  "UPDATE profiles SET status = 'active' WHERE id = :id AND status = 'pending' AND company_id IS NOT NULL",
);

export const deleteUser = query<[{ id: string }]>('DELETE FROM users WHERE id = :id');

export const insertRole = query<[{ user_id: string; role: Role }]>(
  'INSERT INTO user_roles (user_id, role) VALUES (:user_id, :role)',
);

export const deleteRole = query<[{ user_id: string; role: Role }]>(
  'DELETE FROM user_roles WHERE user_id = :user_id AND role = :role',
);

export const selectHasActiveAdmin = query<[], { found: 0 | 1 }>(
  `SELECT EXISTS (
     SELECT 1 FROM user_roles JOIN profiles ON profiles.id = user_roles.user_id
     WHERE user_roles.role = 'admin' AND profiles.status = 'active'
   ) AS found`,
);

export const selectActiveAdminIds = query<[], { id: string }>(
  `SELECT profiles.id FROM user_roles JOIN profiles ON profiles.id = user_roles.user_id
   WHERE user_roles.role = 'admin' AND profiles.status = 'active'`,
);

export const selectEmailTaken = query<[{ email: string }], { found: 0 | 1 }>(
  'SELECT EXISTS (SELECT 1 FROM users WHERE email = :email) AS found',
);
