import type { Member, Profile } from '~/shared/accounts/member';
import { AWAITS_LINK, HAS_SECOND_FACTOR } from '../accounts/account-queries';
import { query } from '../database/connection';

export type MemberRow = Omit<Member, 'roles' | 'second_factor' | 'awaits_link' | 'tokens'> & {
  roles: string;
  second_factor: 0 | 1;
  awaits_link: 0 | 1;
  tokens: string;
};

const MEMBER = `
  SELECT users.id, users.email, profiles.name, profiles.status, users.created_at,
         ${HAS_SECOND_FACTOR} AS second_factor, ${AWAITS_LINK} AS awaits_link,
         (SELECT json_group_array(json_object('id', api_tokens.id, 'name', programs.name))
          FROM api_tokens JOIN profiles AS programs ON programs.id = api_tokens.id
          WHERE made_by = users.id AND revoked_at IS NULL) AS tokens,
         (SELECT coalesce(group_concat(role), '') FROM user_roles WHERE user_id = users.id) AS roles
  FROM profiles JOIN users ON users.id = profiles.id
  WHERE profiles.company_id IS NULL AND profiles.id NOT IN (SELECT id FROM api_tokens)`;

export const selectMembers = query<[], MemberRow>(`${MEMBER} ORDER BY profiles.name COLLATE NOCASE, profiles.id`);

export const selectMember = query<[{ id: string }], MemberRow>(`${MEMBER} AND profiles.id = :id`);

/** Colleagues who signed up and await approval. */
export const countPending = query<[], { count: number }>(
  "SELECT count(*) AS count FROM profiles WHERE status = 'pending' AND company_id IS NULL",
);

export const selectProfile = query<[{ id: string }], Profile>(
  'SELECT id, name, status, company_id, created_at FROM profiles WHERE id = :id',
);

export const updateTakesLeads = query<[{ id: string; takes_leads: 0 | 1 }]>(
  'UPDATE profiles SET takes_leads = :takes_leads WHERE id = :id AND takes_leads <> :takes_leads',
);
