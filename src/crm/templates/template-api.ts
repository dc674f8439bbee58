import type { CreateTemplate, UpdateTemplate } from '~/shared/messages/schema';
import type { MessageTemplate } from '~/shared/messages/template';
import { callApi } from '../api-client';
import { del, patch, post } from '../ui/http';

export const fetchTemplates = async () =>
  (await callApi<{ templates: MessageTemplate[] }>('/api/templates')).templates;
export const createTemplate = (input: CreateTemplate, key: string | undefined) =>
  post('/api/templates', input, { key });
export const changeTemplate = (id: string, input: UpdateTemplate) => patch(`/api/templates/${id}`, input);

/** Deletes a custom one, or restores a shipped one's original text. */
export const removeTemplate = (id: string) => del(`/api/templates/${id}`);
