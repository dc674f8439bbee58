import type { LeadMessage } from '~/shared/leads/message';
import type { SendMessage } from '~/shared/whatsapp/message';
import type { MessageTemplate } from '~/shared/whatsapp/template';
import { callApi } from '../../api-client';

/** Puts a message in the queue. The key makes a repeated press the same message. */
export async function sendMessage(leadId: number, input: SendMessage, key: string): Promise<LeadMessage> {
  const call = { method: 'POST', body: input, key } as const;
  return (await callApi<{ message: LeadMessage }>(`/api/leads/${leadId}/messages`, call)).message;
}

/** The approved templates. */
export async function fetchTemplates(): Promise<MessageTemplate[]> {
  return (await callApi<{ templates: MessageTemplate[] }>('/api/whatsapp/templates')).templates;
}

/** A message's file, which Meta keeps for some days. */
export const fileHref = ({ lead_id, id }: Pick<LeadMessage, 'lead_id' | 'id'>) =>
  `/api/leads/${lead_id}/messages/${id}`;
