import type { AddedNote, LeadEvent, LeadNote, TimelinePage } from '~/shared/leads/event';
import type { LeadMessage } from '~/shared/leads/message';
import type { NoteInput } from '~/shared/leads/schema';
import type { SendMessage } from '~/shared/whatsapp/message';
import { callApi, del, patch, post } from '../../api-client';

/**
 * The newest pages of a lead's timeline as one, newest first. A live update re-reads all shown pages, because an older
 * note may have changed.
 */
export async function fetchTimeline(leadId: number, onlyNotes: boolean, pages: number): Promise<TimelinePage> {
  const events: LeadEvent[] = [];
  let cursor: string | null = null;
  let conversation: TimelinePage['conversation'] = null;
  for (let read = 0; read < pages; read++) {
    const params = new URLSearchParams({ ...(onlyNotes && { kind: 'notes' }), ...(cursor && { cursor }) });
    const query = params.size > 0 ? `?${params}` : '';
    const page: TimelinePage = await callApi(`/api/leads/${leadId}/timeline${query}`);
    events.push(...page.events);
    cursor = page.next_cursor;
    conversation = page.conversation;
    if (!cursor) break;
  }
  return { events, next_cursor: cursor, conversation };
}

export const addNote = (leadId: number, input: NoteInput, key: string) =>
  post<AddedNote>(`/api/leads/${leadId}/notes`, input, { key });
export const editNote = async (id: number, input: NoteInput) =>
  (await patch<{ note: LeadNote }>(`/api/notes/${id}`, input)).note;
export const deleteNote = (id: number) => del(`/api/notes/${id}`);
export const restoreNote = async (id: number) => (await post<{ note: LeadNote }>(`/api/notes/${id}/restore`)).note;

/** Queues a WhatsApp message. The key makes a repeated press the same message. */
export const sendMessage = async (leadId: number, input: SendMessage, key: string) =>
  (await post<{ message: LeadMessage }>(`/api/leads/${leadId}/messages`, input, { key })).message;
