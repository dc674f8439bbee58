import type { CreateView, SavedView, UpdateView } from '~/shared/leads/views';
import { callApi } from '../../api-client';

export async function fetchViews(zone: string): Promise<SavedView[]> {
  return (await callApi<{ views: SavedView[] }>(`/api/views?tz=${encodeURIComponent(zone)}`)).views;
}

export async function createView(input: CreateView): Promise<SavedView> {
  return (await callApi<{ view: SavedView }>('/api/views', { method: 'POST', body: input })).view;
}

export async function changeView(id: number, change: UpdateView): Promise<SavedView> {
  return (await callApi<{ view: SavedView }>(`/api/views/${id}`, { method: 'PATCH', body: change })).view;
}

export function deleteView(id: number): Promise<void> {
  return callApi(`/api/views/${id}`, { method: 'DELETE' });
}
