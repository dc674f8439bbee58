import type { ChangeNotices } from '~/shared/notices/schema';
import type { OwnNotices, TeamNotices } from '~/shared/notices/settings';
import { callApi } from '../api-client';

export function fetchOwnNotices(): Promise<OwnNotices> {
  return callApi('/api/account/notices');
}

export function changeOwnNotices(change: ChangeNotices): Promise<OwnNotices> {
  return callApi('/api/account/notices', { method: 'PATCH', body: change });
}

export function fetchTeamNotices(): Promise<TeamNotices> {
  return callApi('/api/team/notices');
}

export function changeTeamNotices(settings: TeamNotices): Promise<TeamNotices> {
  return callApi('/api/team/notices', { method: 'PATCH', body: settings });
}
