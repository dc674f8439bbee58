import type { CreateTemplate, UpdateTemplate } from '~/shared/messages/schema';
import type { MessageTemplate } from '~/shared/messages/template';
import { callApi } from '../api-client';

export async function fetchTemplates(): Promise<MessageTemplate[]> {
  return (await callApi<{ templates: MessageTemplate[] }>('/api/templates')).templates;
}

export function createTemplate(input: CreateTemplate, key: string | undefined): Promise<unknown> {
  return callApi('/api/templates', { method: 'POST', body: input, key });
}

export function changeTemplate(id: string, input: UpdateTemplate): Promise<unknown> {
  return callApi(`/api/templates/${id}`, { method: 'PATCH', body: input });
}

/** Deletes a custom one, or restores a shipped one's original text. */
export function removeTemplate(id: string): Promise<void> {
  return callApi(`/api/templates/${id}`, { method: 'DELETE' });
}
