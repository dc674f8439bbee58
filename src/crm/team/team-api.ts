import type { Invitation } from '~/shared/accounts/invitation';
import type { Invite } from '~/shared/accounts/invitation-schema';
import type { Colleague, CopiedLink, Member } from '~/shared/accounts/member';
import type { ChangeMember, ChangeStatus } from '~/shared/accounts/schema';
import type { AuditPage } from '~/shared/audit/event';
import type { BulkUndoAnswer } from '~/shared/leads/bulk';
import { callApi, del, patch, post } from '../api-client';
import { pageParams } from '../ui/reading/page-params';

/** What somebody leaves: who takes their leads, and which of their tokens pass to the administrator. */
export type Handover = { leadsTo: string | null; keepTokens: readonly string[] };

/** The members, and those who may own leads. */
export type Team = { members: Member[]; staff: Colleague[] };

export async function fetchTeam(): Promise<Team> {
  const [{ members }, { staff }] = await Promise.all([
    callApi<Pick<Team, 'members'>>('/api/team'),
    callApi<Pick<Team, 'staff'>>('/api/staff'),
  ]);
  return { members, staff };
}

/** `keepTokens`: the former administrator's tokens that become one's own; the others are revoked. */
export function changeMemberRole(
  id: string,
  role: NonNullable<ChangeMember['role']>,
  keepTokens?: readonly string[],
): Promise<unknown> {
  const body = { role, ...(keepTokens?.length && { keep_tokens: keepTokens }) };
  return patch(`/api/team/${id}`, body);
}

/** Whether a member gets new leads in turn. */
export const changeTurn = (id: string, takes_leads: boolean) => patch(`/api/team/${id}`, { takes_leads });

/** `handover`: what becomes of the leads and tokens of somebody who loses them. */
export function changeMemberStatus(id: string, status: ChangeStatus['status'], handover?: Handover): Promise<unknown> {
  const { leadsTo, keepTokens } = handover ?? {};
  const body = {
    status,
    ...(leadsTo && { leads_to: leadsTo }),
    ...(keepTokens?.length && { keep_tokens: keepTokens }),
  };
  return patch(`/api/profiles/${id}`, body);
}

export const resetPassword = (userId: string) => post('/api/manage-users', { action: 'resetPassword', userId });

/** A link for somebody who has no password of their own yet. */
export const copyLink = (id: string) => post<CopiedLink>(`/api/team/${id}/link`);

/** Removes somebody's second factors and ends their sessions. */
export const resetSecondFactor = (id: string) => post(`/api/team/${id}/reset-second-factor`);

export const deleteUser = (userId: string) => post('/api/manage-users', { action: 'deleteUser', userId });
export const fetchInvitations = async () =>
  (await callApi<{ invitations: Invitation[] }>('/api/team/invitations')).invitations;
export const invite = (input: Invite) => post('/api/team/invitations', input);
export const resendInvitation = (id: string) => post(`/api/team/invitations/${id}/resend`, {});
export const copyInvitationLink = (id: string) => post<CopiedLink>(`/api/team/invitations/${id}/link`);
export const withdrawInvitation = (id: string) => del(`/api/team/invitations/${id}`);

/** The page following `after`, or the first one; only entries about `persona`, if given. */
export const fetchAuditEvents = (persona: string | undefined, after: AuditPage | null, signal: AbortSignal) =>
  callApi<AuditPage>(`/api/audit${pageParams(after, { ...(persona && { persona }) })}`, { signal });

/** Undoes a bulk deletion, call after call; `undo` is its entry's. */
export async function undoDeletion(undo: string): Promise<BulkUndoAnswer> {
  for (;;) {
    const answer = await post<BulkUndoAnswer>('/api/leads/bulk/undo', { undo }, { waits: true });
    if (answer.done) return answer;
  }
}
