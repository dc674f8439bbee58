import type { AddedNote, LeadEvent, LeadNote, TimelinePage } from '~/shared/leads/event';
import type { LeadMessage } from '~/shared/leads/message';
import type { NoteInput } from '~/shared/leads/schema';
import type { SendMessage } from '~/shared/whatsapp/message';
import { callApi, pageParams } from '../../api-client';

/**
 * The newest pages of a lead's timeline as one, newest first. A live update re-reads all shown pages, because an older
 * note may have changed.
 */
export async function fetchTimeline(
  leadId: number,
  onlyNotes: boolean,
  pages: number,
): Promise<TimelinePage> {
  const events: LeadEvent[] = [];
  let cursor: string | null = null;
  let conversation: TimelinePage['conversation'] = null;
  for (let read = 0; read < pages; read++) {
    const params = pageParams({ next_cursor: cursor }, onlyNotes ? { kind: 'notes' } : {});
    const page: TimelinePage = await callApi(`/api/leads/${leadId}/timeline${params}`);
    events.push(...page.events);
    cursor = page.next_cursor;
    conversation = page.conversation;
    if (!cursor) break;
  }
  return { events, next_cursor: cursor, conversation };
}

export function addNote(leadId: number, input: NoteInput, key: string): Promise<AddedNote> {
  return callApi(`/api/leads/${leadId}/notes`, { method: 'POST', body: input, key });
}

export async function editNote(id: number, input: NoteInput): Promise<LeadNote> {
  return (await callApi<{ note: LeadNote }>(`/api/notes/${id}`, { method: 'PATCH', body: input })).note;
}

export function deleteNote(id: number): Promise<void> {
  return callApi(`/api/notes/${id}`, { method: 'DELETE' });
}

export async function restoreNote(id: number): Promise<LeadNote> {
  return (await callApi<{ note: LeadNote }>(`/api/notes/${id}/restore`, { method: 'POST' })).note;
}

/** Queues a WhatsApp message. The key makes a repeated press the same message. */
export async function sendMessage(leadId: number, input: SendMessage, key: string): Promise<LeadMessage> {
  const call = { method: 'POST', body: input, key } as const;
  return (await callApi<{ message: LeadMessage }>(`/api/leads/${leadId}/messages`, call)).message;
}
