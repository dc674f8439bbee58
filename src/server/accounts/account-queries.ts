import { query } from '../db';

export type CredentialsRow = {
  id: string;
  password_hash: string;
  email_verified_at: string | null;
  status: string;
};

export const selectCredentials = query<[{ email: string }], CredentialsRow>(
  `SELECT users.id, users.password_hash, users.email_verified_at,
          CASE WHEN companies.status = 'inactive' THEN 'suspended' ELSE profiles.status END AS status
   FROM users
   JOIN profiles ON profiles.id = users.id
   LEFT JOIN companies ON companies.id = profiles.company_id
   WHERE users.email = :email`,
);

export const updatePasswordHash = query<[{ id: string; password_hash: string }]>(
  'UPDATE users SET password_hash = :password_hash WHERE id = :id',
);

type NewUser = {
  id: string;
  email: string;
  password_hash: string;
  email_verified_at: string | null;
  must_change_password: 0 | 1;
  created_at: string;
};

export const insertUser = query<[NewUser]>(
  `INSERT INTO users (id, email, password_hash, email_verified_at, must_change_password, created_at)
   VALUES (:id, :email, :password_hash, :email_verified_at, :must_change_password, :created_at)`,
);

type NewProfile = { id: string; name: string; status: string; company_id: number | null; created_at: string };

export const insertProfile = query<[NewProfile]>(
  `INSERT INTO profiles (id, name, status, company_id, created_at)
   VALUES (:id, :name, :status, :company_id, :created_at)`,
);

export const insertRole = query<[{ user_id: string; role: string }]>(
  'INSERT INTO user_roles (user_id, role) VALUES (:user_id, :role)',
);

/** 1 where at least one administrator is active, else 0. */
export const selectHasActiveAdmin = query<[], { found: 0 | 1 }>(
  `SELECT EXISTS (
     SELECT 1 FROM user_roles JOIN profiles ON profiles.id = user_roles.user_id
     WHERE user_roles.role = 'admin' AND profiles.status = 'active'
   ) AS found`,
);

export const selectEmailTaken = query<[{ email: string }], { found: 0 | 1 }>(
  'SELECT EXISTS (SELECT 1 FROM users WHERE email = :email) AS found',
);
