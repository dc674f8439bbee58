import type { Member } from '~/shared/accounts/member';
import type { ChangeRole, ChangeStatus } from '~/shared/accounts/schema';
import type { AuditEvent } from '~/shared/audit/event';
import { callApi } from '../api-client';

export async function fetchTeam(): Promise<Member[]> {
  const { members } = await callApi<{ members: Member[] }>('/api/team');
  return members;
}

export function changeRole(id: string, role: ChangeRole['role']): Promise<unknown> {
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

export function fetchAuditEvents(
  cursor: number,
): Promise<{ events: AuditEvent[]; next_cursor: number | null }> {
  return callApi(`/api/audit?cursor=${cursor}`);
}
