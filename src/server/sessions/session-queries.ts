import type { OwnSession } from '~/shared/accounts/account';
import { HAS_SECOND_FACTOR } from '../accounts/account-queries';
import { deleteBatch, query } from '../database/connection';

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

export type NewSession = {
  token_hash: Buffer;
  user_id: string;
  user_agent: string | null;
  network: string;
  created_at: string;
  idle_expires_at: string;
  expires_at: string;
};

export const insertSession = query<[NewSession]>(
  `INSERT INTO sessions (token_hash, user_id, user_agent, network, created_at, last_used_at, idle_expires_at,
                         expires_at)
   VALUES (:token_hash, :user_id, :user_agent, :network, :created_at, :created_at, :idle_expires_at, :expires_at)`,
);

/** An unexpired session of a user who may sign in (findSignInRefusal), with the user. */
const sessionIn = (source: string) =>
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

export const selectSession = query<[{ token_hash: Buffer; now: string }], SessionRow>(sessionIn('sessions'));

/** The same for a session that has no row (held-sessions.ts), until its user's password changes. */
export const selectHeldSession = query<[NewSession & { password_hash: string; now: string }], SessionRow>(
  `${sessionIn(`(SELECT :token_hash AS token_hash, :user_id AS user_id, :created_at AS created_at,
                        :created_at AS last_used_at, :idle_expires_at AS idle_expires_at, :expires_at AS expires_at,
                        NULL AS confirmed_at) AS sessions`)}
     AND users.password_hash = :password_hash`,
);

export const touchSession = query<[{ token_hash: Buffer; now: string; idle_expires_at: string }]>(
  'UPDATE sessions SET last_used_at = :now, idle_expires_at = :idle_expires_at WHERE token_hash = :token_hash',
);

/** Rotates a session's token; `confirmed_at`: when its owner proved again who they are, null if they did not. */
export const updateToken = query<[{ token_hash: Buffer; new_hash: Buffer; confirmed_at: string | null }]>(
  `UPDATE sessions SET token_hash = :new_hash, confirmed_at = coalesce(:confirmed_at, confirmed_at)
   WHERE token_hash = :token_hash`,
);

export const deleteSession = query<[Buffer]>('DELETE FROM sessions WHERE token_hash = ?');

export const deleteExpiredSessions = deleteBatch<{ now: string }>('sessions', 'token_hash', 'idle_expires_at <= :now');

type OwnSessionRow = Omit<OwnSession, 'current'> & { current: 0 | 1 };

export const selectSessionsOfUser = query<[{ user_id: string; current: Buffer; now: string }], OwnSessionRow>(
  `SELECT id, user_agent, network, created_at, last_used_at, token_hash = :current AS current FROM sessions
   WHERE user_id = :user_id AND idle_expires_at > :now AND expires_at > :now`,
);

export const deleteSessionById = query<[{ user_id: string; id: string }]>(
  'DELETE FROM sessions WHERE id = :id AND user_id = :user_id',
);

export const deleteOtherSessions = query<[{ user_id: string; current: Buffer }]>(
  'DELETE FROM sessions WHERE user_id = :user_id AND token_hash <> :current',
);

export const deleteSessionsOfUser = query<[{ user_id: string }]>('DELETE FROM sessions WHERE user_id = :user_id');

/** Whether anybody has signed in to this account before at all, and in this browser. */
export const selectFamiliarity = query<[{ user_id: string; token_hash: Buffer }], { any: 0 | 1; this: 0 | 1 }>(
  `SELECT EXISTS (SELECT 1 FROM known_browsers WHERE user_id = :user_id) AS any,
          EXISTS (SELECT 1 FROM known_browsers WHERE user_id = :user_id AND token_hash = :token_hash) AS this`,
);

export const upsertBrowser = query<[{ user_id: string; token_hash: Buffer; last_at: string }]>(
  `INSERT INTO known_browsers (user_id, token_hash, last_at) VALUES (:user_id, :token_hash, :last_at)
   ON CONFLICT (user_id, token_hash) DO UPDATE SET last_at = :last_at`,
);

export const selectKnownBrowser = query<[{ email: string; token_hash: Buffer }], { found: 1 }>(
  `SELECT 1 AS found FROM known_browsers
   WHERE user_id = (SELECT id FROM users WHERE email = :email) AND token_hash = :token_hash`,
);

/** No browser is known by what stands there then; only that somebody has signed in before. */
export const forgetOtherBrowsers = query<[{ user_id: string; token_hash: Buffer }]>(
  'UPDATE known_browsers SET token_hash = randomblob(32) WHERE user_id = :user_id AND token_hash <> :token_hash',
);

export const deleteBrowsersBefore = deleteBatch<{ before: string }>(
  'known_browsers',
  'user_id, token_hash',
  'last_at < :before',
);
