import type { Member } from '~/shared/accounts/member';
import type { ChangeMember, ChangeStatus } from '~/shared/accounts/schema';
import type { AuditPage } from '~/shared/audit/event';
import { callApi, pageParams } from '../api-client';

export async function fetchTeam(): Promise<Member[]> {
  const { members } = await callApi<{ members: Member[] }>('/api/team');
  return members;
}

export function changeRole(id: string, role: NonNullable<ChangeMember['role']>): Promise<unknown> {
  return callApi(`/api/team/${id}`, { method: 'PATCH', body: { role } });
}

export function changeStatus(id: string, status: ChangeStatus['status']): Promise<unknown> {
  return callApi(`/api/profiles/${id}`, { method: 'PATCH', body: { status } });
}

export function resetPassword(userId: string): Promise<unknown> {
  return callApi('/api/manage-users', { method: 'POST', body: { action: 'resetPassword', userId } });
}

export function deleteUser(userId: string): Promise<unknown> {
  return callApi('/api/manage-users', { method: 'POST', body: { action: 'deleteUser', userId } });
}

/** The page behind `after`, or the first one; only what concerns `persona`, where they are named. */
export function fetchAuditEvents(
  persona: string | undefined,
  after: AuditPage | null,
  signal: AbortSignal,
): Promise<AuditPage> {
  return callApi(`/api/audit${pageParams(after, { ...(persona && { persona }) })}`, { signal });
}
