import { deleteBatch, query } from '../database/connection';

type Origin = { user_id: string; device: string; network: string };

type Familiarity = { before: 0 | 1; browser: 0 | 1; device: 0 | 1; network: 0 | 1 };

/** Whether somebody has signed in before at all, in this browser, with one like it, and from this network. */
export const selectFamiliarity = query<[Origin & { token_hash: Buffer }], Familiarity>(
  `SELECT EXISTS (SELECT 1 FROM sign_in_origins WHERE user_id = :user_id) AS before,
          EXISTS (
            SELECT 1 FROM known_browsers WHERE user_id = :user_id AND token_hash = :token_hash
          ) AS browser,
          EXISTS (SELECT 1 FROM sign_in_origins WHERE user_id = :user_id AND device = :device) AS device,
          EXISTS (SELECT 1 FROM sign_in_origins WHERE user_id = :user_id AND network = :network) AS network`,
);

export const upsertOrigin = query<[Origin & { last_at: string }]>(
  `INSERT INTO sign_in_origins (user_id, device, network, last_at) VALUES (:user_id, :device, :network, :last_at)
   ON CONFLICT (user_id, device, network) DO UPDATE SET last_at = :last_at`,
);

export const deleteOriginsBefore = deleteBatch<{ before: string }>(
  'sign_in_origins',
  'user_id, device, network',
  'last_at < :before',
);

export const upsertBrowser = query<[{ user_id: string; token_hash: Buffer; last_at: string }]>(
  `INSERT INTO known_browsers (user_id, token_hash, last_at) VALUES (:user_id, :token_hash, :last_at)
   ON CONFLICT (user_id, token_hash) DO UPDATE SET last_at = :last_at`,
);

export const selectKnownBrowser = query<[{ email: string; token_hash: Buffer }], { found: 1 }>(
  `SELECT 1 AS found FROM known_browsers
   WHERE user_id = (SELECT id FROM users WHERE email = :email) AND token_hash = :token_hash`,
);

export const deleteOtherBrowsers = query<[{ user_id: string; token_hash: Buffer }]>(
  'DELETE FROM known_browsers WHERE user_id = :user_id AND token_hash <> :token_hash',
);

export const deleteBrowsersBefore = deleteBatch<{ before: string }>(
  'known_browsers',
  'user_id, token_hash',
  'last_at < :before',
);
