import type { ProfileStatus, Role } from '~/shared/accounts/account';
import type { Member, Profile } from '~/shared/accounts/member';
import type { ChangeMember, ChangeStatus } from '~/shared/accounts/schema';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import {
  type AccountRow,
  deleteRole,
  insertRole,
  selectAccount,
  selectHasActiveAdmin,
  updateProfileStatus,
} from '../accounts/account-queries';
import { enqueueMail, type RevokedAccess } from '../accounts/mails/enqueue-mail';
import { deleteTokensOfUser } from '../accounts/one-time-token-queries';
import { settleAccess } from '../accounts/settle-access';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { handOverLeads, requireColleague } from '../leads/owners/owners';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import {
  countPending,
  type MemberRow,
  selectMember,
  selectMembers,
  selectProfile,
  updateTakesLeads,
} from './team-queries';

/** The provider's staff: pending first, then by name. */
export function listTeam(): Member[] {
  const members = selectMembers().all().map(toMember);
  const waits = (member: Member) => Number(member.status === 'pending');
  return members.sort((a, b) => waits(b) - waits(a));
}

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
      if (isApproval(account, status)) enqueueMail({ template: 'approved', user_id: id });
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

function isApproval(account: AccountRow, status: ProfileStatus): boolean {
  const wasWaiting = account.status === 'pending' || account.status === 'disabled';
  return status === 'active' && wasWaiting && account.company_id === null;
}
