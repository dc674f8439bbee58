import type { LeadEvent, LeadNote } from '~/shared/leads/event';
import type { LeadMessage } from '~/shared/leads/message';

/** What was just written has no event here until the story is read again. */
const justWritten = {
  id: 0,
  field: null,
  from_value: null,
  note: null,
  message: null,
  other: null,
  consent: null,
  undoable: false,
};

/** The events, newest first, with a note's current version. */
export function withNote(events: readonly LeadEvent[], note: LeadNote): LeadEvent[] {
  if (events.some((event) => event.note?.id === note.id))
    return events.map((event) => (event.note?.id === note.id ? { ...event, note } : event));
  const added: LeadEvent = {
    ...justWritten,
    type: 'note_added',
    actor_id: note.author_id,
    actor_name: note.author_name,
    to_value: String(note.id),
    created_at: note.created_at,
    note,
  };
  return [added, ...events];
}

/** The same with a message just sent, unless the story has it already. */
export function withMessage(events: readonly LeadEvent[], message: LeadMessage): LeadEvent[] {
  if (events.some((event) => event.message?.id === message.id)) return [...events];
  const sent: LeadEvent = {
    ...justWritten,
    type: 'message_sent',
    actor_id: null,
    actor_name: message.author_name,
    to_value: String(message.id),
    created_at: message.at,
    message,
  };
  return [sent, ...events];
}
