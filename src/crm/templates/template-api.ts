import type { CreateTemplate, UpdateTemplate } from '~/shared/templates/schema';
import type { MessageTemplate } from '~/shared/templates/template';
import { callApi } from '../api-client';

export const fetchTemplates = async () =>
  (await callApi<{ templates: MessageTemplate[] }>('/api/templates')).templates;
export const createTemplate = (input: CreateTemplate, key: string | undefined) =>
  callApi('/api/templates', { method: 'POST', body: input, key });
export const changeTemplate = (id: string, input: UpdateTemplate) =>
  callApi(`/api/templates/${id}`, { method: 'PATCH', body: input });

/** Deletes a custom one, or restores a shipped one's original text. */
export const removeTemplate = (id: string) => callApi(`/api/templates/${id}`, { method: 'DELETE' });
