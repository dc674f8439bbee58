import type { LeadEvent, LeadNote } from '~/shared/leads/event';
import type { LeadMessage } from '~/shared/leads/message';

/** Everything one person did at one moment except notes and messages, in order. */
export type ActEvents = [LeadEvent, ...LeadEvent[]];

/** Messages of one side and author this near each other are one turn. */
const TURN_MS = 5 * 60_000;

/** A message, and its place in a turn: what one side writes without a break stands close together. */
export type TimelineMessage = {
  type: 'message';
  message: LeadMessage;
  /** Whether the one before it is of the same turn. */
  goesOn: boolean;
  endsTurn: boolean;
  /** It failed, and was sent again since. */
  isSentAgain: boolean;
};

type TimelineItem = TimelineMessage | { type: 'note'; note: LeadNote } | { type: 'act'; id: number; act: ActEvents };

/** Groups events, oldest first, for display: notes and messages alone, acts in one line each. */
export function arrangeTimeline(events: readonly LeadEvent[]): TimelineItem[] {
  const items: TimelineItem[] = [];
  for (const event of events) {
    const last = items.at(-1);
    if (event.note) items.push({ type: 'note', note: event.note });
    else if (event.message) {
      const { message } = event;
      const goesOn = last?.type === 'message' && isSameTurn(last.message, message);
      if (goesOn) last.endsTurn = false;
      items.push({ type: 'message', message, goesOn, endsTurn: true, isSentAgain: false });
      markSentAgain(items, message);
    } else if (last?.type === 'act' && isSameAct(last.act[0], event)) last.act.push(event);
    else items.push({ type: 'act', id: event.id, act: [event] });
  }
  return items;
}

function isSameTurn(before: LeadMessage, { direction, author_name, at }: LeadMessage): boolean {
  const isSameAuthor = before.direction === direction && before.author_name === author_name;
  return isSameAuthor && Date.parse(at) - Date.parse(before.at) < TURN_MS;
}

function isSameAct(first: LeadEvent, { actor_id, created_at }: LeadEvent): boolean {
  return actor_id !== null && actor_id === first.actor_id && created_at === first.created_at;
}

function markSentAgain(items: readonly TimelineItem[], { direction, body, id }: LeadMessage): void {
  if (direction === 'in') return;
  for (const item of items)
    if (item.type === 'message' && item.message.status === 'failed' && item.message.id !== id)
      item.isSentAgain ||= item.message.body === body;
}

/** What was just written has no event here until the timeline is re-read. */
const justWritten = {
  id: 0,
  field: null,
  from_value: null,
  note: null,
  message: null,
  other: null,
  consent: null,
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

/** Adds a message just sent, unless it is there already. */
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
