import type { Invitation } from '~/shared/accounts/invitation';
import type { Invite } from '~/shared/accounts/invitation-schema';
import type { Colleague, Member } from '~/shared/accounts/member';
import type { ChangeMember, ChangeStatus } from '~/shared/accounts/schema';
import type { AuditPage } from '~/shared/audit/event';
import type { BulkUndoAnswer } from '~/shared/leads/bulk';
import { callApi, pageParams } from '../api-client';

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
  return callApi(`/api/team/${id}`, { method: 'PATCH', body });
}

/** Whether a member gets new leads in turn. */
export const changeTurn = (id: string, takes_leads: boolean) =>
  callApi(`/api/team/${id}`, { method: 'PATCH', body: { takes_leads } });

/** `handover`: what becomes of the leads and tokens of somebody who loses them. */
export function changeMemberStatus(
  id: string,
  status: ChangeStatus['status'],
  handover?: Handover,
): Promise<unknown> {
  const { leadsTo, keepTokens } = handover ?? {};
  const body = {
    status,
    ...(leadsTo && { leads_to: leadsTo }),
    ...(keepTokens?.length && { keep_tokens: keepTokens }),
  };
  return callApi(`/api/profiles/${id}`, { method: 'PATCH', body });
}

export const resetPassword = (userId: string) =>
  callApi('/api/manage-users', { method: 'POST', body: { action: 'resetPassword', userId } });

/** Removes somebody's second factors and ends their sessions. */
export const resetSecondFactor = (id: string) =>
  callApi(`/api/team/${id}/reset-second-factor`, { method: 'POST' });

export const deleteUser = (userId: string) =>
  callApi('/api/manage-users', { method: 'POST', body: { action: 'deleteUser', userId } });
export const fetchInvitations = async () =>
  (await callApi<{ invitations: Invitation[] }>('/api/team/invitations')).invitations;
export const invite = (input: Invite) => callApi('/api/team/invitations', { method: 'POST', body: input });
export const resendInvitation = (id: string) =>
  callApi(`/api/team/invitations/${id}/resend`, { method: 'POST', body: {} });
export const withdrawInvitation = (id: string) =>
  callApi(`/api/team/invitations/${id}`, { method: 'DELETE' });

/** The page following `after`, or the first one; only entries about `persona`, if given. */
export const fetchAuditEvents = (persona: string | undefined, after: AuditPage | null, signal: AbortSignal) =>
  callApi<AuditPage>(`/api/audit${pageParams(after, { ...(persona && { persona }) })}`, { signal });

/** Undoes a bulk deletion, call after call; `undo` is its entry's. */
export async function undoDeletion(undo: string): Promise<BulkUndoAnswer> {
  for (;;) {
    const call = { method: 'POST', body: { undo }, waits: true } as const;
    const answer = await callApi<BulkUndoAnswer>('/api/leads/bulk/undo', call);
    if (answer.done) return answer;
  }
}
