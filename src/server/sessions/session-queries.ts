import { HAS_SECOND_FACTOR } from '../accounts/account-queries';
import { query } from '../database/connection';

export type SessionRow = {
  id: string;
  email: string;
  name: string;
  roles: string;
  must_change_password: 0 | 1;
  last_used_at: string;
  idle_expires_at: string;
  expires_at: string;
  created_at: string;
  confirmed_at: string | null;
  has_second_factor: 0 | 1;
  second_factor_due: string | null;
};

export type NewSession = Pick<SessionRow, 'created_at' | 'idle_expires_at' | 'expires_at'> & {
  token_hash: Buffer;
  user_id: string;
  user_agent: string | null;
  network: string;
};

export const insertSession = query<[NewSession]>(
  `INSERT INTO sessions (token_hash, user_id, user_agent, network, created_at, last_used_at, idle_expires_at,
                         expires_at)
   VALUES (:token_hash, :user_id, :user_agent, :network, :created_at, :created_at, :idle_expires_at, :expires_at)`,
);

/** An unexpired session of a user who may sign in (findSignInRefusal), with the user. */
export const sessionIn = (source: string) =>
  `SELECT users.id, users.email, profiles.name, users.must_change_password,
          (SELECT coalesce(group_concat(role), '') FROM user_roles WHERE user_id = users.id) AS roles,
          sessions.last_used_at, sessions.idle_expires_at, sessions.expires_at, sessions.created_at,
          sessions.confirmed_at, profiles.second_factor_due,
          ${HAS_SECOND_FACTOR} AS has_second_factor
   FROM ${source}
   JOIN users ON users.id = sessions.user_id
   JOIN profiles ON profiles.id = users.id
   LEFT JOIN companies ON companies.id = profiles.company_id
   WHERE sessions.token_hash = :token_hash
     AND sessions.idle_expires_at > :now AND sessions.expires_at > :now
     AND (profiles.status = 'active' OR (profiles.status = 'pending' AND users.must_change_password = 1))
     AND coalesce(companies.status, 'active') = 'active'`;

export const deleteOtherSessions = query<[{ user_id: string; current: Buffer }]>(
  'DELETE FROM sessions WHERE user_id = :user_id AND token_hash <> :current',
);

export const deleteSessionsOfUser = query<[{ user_id: string }]>('DELETE FROM sessions WHERE user_id = :user_id');
