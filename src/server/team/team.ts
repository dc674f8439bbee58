import type { ProfileStatus, Role } from '~/shared/accounts/account';
import type { Member, Profile } from '~/shared/accounts/member';
import type { ChangeMember, ChangeStatus } from '~/shared/accounts/schema';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import {
  AWAITS_LINK,
  HAS_SECOND_FACTOR,
  insertRole,
  selectAccount,
  selectHasActiveAdmin,
} from '../accounts/account-queries';
import { enqueueMail, type RevokedAccess } from '../accounts/mails/enqueue-mail';
import { deleteTokensOfUser } from '../accounts/one-time-tokens';
import { settleAccess } from '../accounts/settle-access';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { handOverLeads, requireColleague } from '../leads/owners/owners';
import { deleteSessionsOfUser } from '../sessions/session-queries';

type MemberRow = Omit<Member, 'roles' | 'second_factor' | 'awaits_link' | 'tokens'> & {
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

const selectMembers = query<[], MemberRow>(`${MEMBER} ORDER BY profiles.name COLLATE NOCASE, profiles.id`);

/** The provider's staff: pending first, then by name. */
export function listTeam(): Member[] {
  const members = selectMembers().all().map(toMember);
  const waits = (member: Member) => Number(member.status === 'pending');
  return members.sort((a, b) => waits(b) - waits(a));
}

/** Colleagues who signed up and await approval. */
const countPending = query<[], { count: number }>(
  "SELECT count(*) AS count FROM profiles WHERE status = 'pending' AND company_id IS NULL",
);

/** How many colleagues await approval. */
export function countPendingMembers(): number {
  return countPending().get()?.count ?? 0;
}

function toMember({ roles, second_factor, awaits_link, tokens, ...row }: MemberRow): Member {
  return {
    ...row,
    second_factor: second_factor === 1,
    awaits_link: awaits_link === 1,
    tokens: (JSON.parse(tokens) as Member['tokens']).sort((a, b) => a.name.localeCompare(b.name)),
    roles: roles === '' ? [] : (roles.split(',') as Role[]),
  };
}

const selectMember = query<[{ id: string }], MemberRow>(`${MEMBER} AND profiles.id = :id`);

function findMember(id: string): Member {
  return toMember(requireFound(selectMember().get({ id })));
}

/**
 * Makes a member an administrator, or plain staff again, and ends their sessions, which had the old rights; or puts
 * them in or out of the rotation of new leads. Demoting also settles what they
 * made, see `settleAccess`.
 * @throws {AppError} `not_found`, also for a coordinator; `inactive_member`; `last_admin`.
 */
export function changeMember(id: string, change: ChangeMember, actor: Actor): Promise<Member> {
  return inSharedTransaction(() => {
    const member = findMember(id);
    if (change.role !== undefined) changeRole(member, change.role, change.keep_tokens, actor);
    if (change.takes_leads !== undefined) changeRotation(member, change.takes_leads, actor);
    return findMember(id);
  });
}

const deleteRole = query<[{ user_id: string; role: Role }]>(
  'DELETE FROM user_roles WHERE user_id = :user_id AND role = :role',
);

function changeRole(member: Member, role: 'admin' | 'staff', keptTokens: string[] | undefined, actor: Actor): void {
  const { id } = member;
  const before = member.roles.includes('admin') ? 'admin' : 'staff';
  if (before === role) return;
  let closed: RevokedAccess | undefined;
  if (role === 'admin') {
    if (member.status !== 'active') throw new AppError('inactive_member');
    // One that a colleague copied would now open more than they may give.
    deleteTokensOfUser().run({ user_id: id });
    insertRole().run({ user_id: id, role });
  } else {
    deleteRole().run({ user_id: id, role: 'admin' });
    requireAnAdmin();
    closed = settleAccess('demoted', member, { actor, keptTokens });
  }
  deleteSessionsOfUser().run({ user_id: id });
  recordAudit({ type: 'role_changed', actor, subject: member, from: before, to: role });
  enqueueMail({ template: 'role_changed', user_id: id, ...(closed && { closed }) });
}

const updateTakesLeads = query<[{ id: string; takes_leads: 0 | 1 }]>(
  'UPDATE profiles SET takes_leads = :takes_leads WHERE id = :id AND takes_leads <> :takes_leads',
);

function changeRotation(member: Member, takes: boolean, actor: Actor): void {
  if (takes && member.status !== 'active') throw new AppError('inactive_member');
  if (updateTakesLeads().run({ id: member.id, takes_leads: takes ? 1 : 0 }).changes === 0) return;
  const say = (value: boolean) => (value ? 'takes_leads' : 'no_leads');
  recordAudit({ type: 'turn_changed', actor, subject: member, from: say(!takes), to: say(takes) });
}

/** Throws, and so rolls back, if no administrator would be left. */
function requireAnAdmin(): void {
  if (!selectHasActiveAdmin().get()?.found) throw new AppError('last_admin');
}

const updateProfileStatus = query<[{ id: string; status: ProfileStatus }]>(
  'UPDATE profiles SET status = :status WHERE id = :id',
);

const selectProfile = query<[{ id: string }], Profile>(
  'SELECT id, name, status, company_id, created_at FROM profiles WHERE id = :id',
);

/**
 * Approves, suspends, rejects or reactivates a user. Deactivating ends all sessions and links, settles what they
 * made (see `settleAccess`), and hands their leads to a colleague or to nobody.
 * @throws {AppError} `not_found`; `last_admin`; `invalid` for a colleague who may have no leads.
 */
export async function changeStatus(id: string, change: ChangeStatus, actor: Actor): Promise<Profile> {
  const { status, leads_to = null } = change;
  const profile = await inSharedTransaction(() => {
    const account = requireFound(selectAccount().get({ id }));
    if (leads_to === id) throw new AppError('invalid', { fields: { leads_to: followUpErrors.ownerInvalid.es } });
    if (leads_to !== null) requireColleague(leads_to, 'leads_to');
    if (account.status !== status) {
      updateProfileStatus().run({ id, status });
      if (account.is_admin) requireAnAdmin();
      if (status !== 'active') {
        deleteSessionsOfUser().run({ user_id: id });
        deleteTokensOfUser().run({ user_id: id });
        settleAccess('suspended', account, { actor, keptTokens: change.keep_tokens });
      }
      const wasWaiting = account.status === 'pending' || account.status === 'disabled';
      if (status === 'active' && wasWaiting && account.company_id === null)
        enqueueMail({ template: 'approved', user_id: id });
      recordAudit({
        type: 'status_changed',
        actor,
        subject: account,
        companyId: account.company_id,
        from: account.status,
        to: status,
      });
    }
    return requireFound(selectProfile().get({ id }));
  });
  if (status !== 'active') await handOverLeads(id, leads_to, actor.id);
  return profile;
}
