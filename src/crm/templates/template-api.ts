import type { CreateTemplate, UpdateTemplate } from '~/shared/messages/schema';
import type { MessageTemplate } from '~/shared/messages/template';
import { callApi } from '../api-client';

export async function fetchTemplates(): Promise<MessageTemplate[]> {
  return (await callApi<{ templates: MessageTemplate[] }>('/api/templates')).templates;
}

export async function createTemplate(
  input: CreateTemplate,
  key: string | undefined,
): Promise<MessageTemplate> {
  const call = { method: 'POST', body: input, key } as const;
  return (await callApi<{ template: MessageTemplate }>('/api/templates', call)).template;
}

export async function changeTemplate(id: string, input: UpdateTemplate): Promise<MessageTemplate> {
  const call = { method: 'PATCH', body: input } as const;
  return (await callApi<{ template: MessageTemplate }>(`/api/templates/${id}`, call)).template;
}

/** Deletes a custom one, or restores a shipped one's original text. */
export function removeTemplate(id: string): Promise<void> {
  return callApi(`/api/templates/${id}`, { method: 'DELETE' });
}
