import type { CreateTemplate, UpdateTemplate } from '~/shared/templates/schema';
import type { MessageTemplate } from '~/shared/templates/template';
import { callApi, del, patch, post } from '../api-client';

export const fetchTemplates = async () => (await callApi<{ templates: MessageTemplate[] }>('/api/templates')).templates;
export const createTemplate = (input: CreateTemplate, key: string | undefined) =>
  post('/api/templates', input, { key });
export const changeTemplate = (id: string, input: UpdateTemplate) => patch(`/api/templates/${id}`, input);

/** Deletes a custom one, or restores a shipped one's original text. */
export const removeTemplate = (id: string) => del(`/api/templates/${id}`);
