import type { Member, Profile } from '~/shared/accounts/member';
import { query } from '../database/connection';

export type MemberRow = Omit<Member, 'roles' | 'second_factor' | 'tokens'> & {
  roles: string;
  second_factor: 0 | 1;
  tokens: string;
};

const MEMBER = `
  SELECT users.id, users.email, profiles.name, profiles.status, users.created_at,
         (EXISTS (SELECT 1 FROM totp WHERE user_id = users.id AND secret IS NOT NULL)
           OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id)) AS second_factor,
         (SELECT json_group_array(json_object('id', api_tokens.id, 'name', programs.name))
          FROM api_tokens JOIN profiles AS programs ON programs.id = api_tokens.id
          WHERE made_by = users.id AND revoked_at IS NULL) AS tokens,
         (SELECT coalesce(group_concat(role), '') FROM user_roles WHERE user_id = users.id) AS roles
  FROM profiles JOIN users ON users.id = profiles.id
  WHERE profiles.company_id IS NULL AND profiles.id NOT IN (SELECT id FROM api_tokens)`;

export const selectMembers = query<[], MemberRow>(
  `${MEMBER} ORDER BY profiles.name COLLATE NOCASE, profiles.id`,
);

export const selectMember = query<[{ id: string }], MemberRow>(`${MEMBER} AND profiles.id = :id`);

/** Colleagues who signed up and await approval. */
export const countPending = query<[], { count: number }>(
  "SELECT count(*) AS count FROM profiles WHERE status = 'pending' AND company_id IS NULL",
);

export const selectProfile = query<[{ id: string }], Profile>(
  'SELECT id, name, status, company_id, created_at FROM profiles WHERE id = :id',
);

export const selectEmails = query<[{ ids: string }], { id: string; email: string }>(
  `SELECT id, email FROM users
   WHERE id IN (SELECT value FROM json_each(:ids)) AND id NOT IN (SELECT id FROM api_tokens)`,
);

export const updateTakesLeads = query<[{ id: string; takes_leads: 0 | 1 }]>(
  'UPDATE profiles SET takes_leads = :takes_leads WHERE id = :id AND takes_leads <> :takes_leads',
);

/** Whether an agency already has its coordinator; no row without the agency. */
export const selectCoordinatorSeat = query<[{ company_id: number }], { taken: 0 | 1 }>(
  `SELECT EXISTS (SELECT 1 FROM profiles WHERE company_id = companies.id) AS taken
   FROM companies WHERE id = :company_id AND deleted_at IS NULL`,
);

/** 1 if a lead's notes or history name this user. */
export const selectHasWorked = query<[{ id: string }], { found: 0 | 1 }>(
  `SELECT EXISTS (SELECT 1 FROM lead_notes WHERE author_id = :id)
       OR EXISTS (SELECT 1 FROM lead_events WHERE actor_id = :id) AS found`,
);
