import type { Lead } from '~/shared/leads/lead';
import type { Conversation } from '~/shared/leads/message';
import { isConnected } from '../../whatsapp/connection';
import { selectHeardKey, selectWindow } from './message-queries';

/** WhatsApp takes free text for this long after the person's last message. */
const WINDOW_MS = 24 * 60 * 60 * 1000;

type Reached = Pick<Lead, 'id' | 'phone_key'>;

/** The number that messages to a lead go to, by its key: its own or, where our rules know none, that it wrote from. */
export function reachableKey({ id, phone_key }: Reached): string | null {
  return phone_key ?? selectHeardKey().get({ lead_id: id })?.phone_key ?? null;
}

/** The number that a text goes to, by its key: that of their last message, whose 24 hours it needs. */
export function answeredKey({ id }: Pick<Lead, 'id'>): string | null {
  return selectHeardKey().get({ lead_id: id })?.phone_key ?? null;
}

/** What can be written to a lead; null without a connection, or a number that WhatsApp knows. */
export function conversationOf({ id, phone_key }: Reached): Conversation | null {
  if (!isConnected() || reachableKey({ id, phone_key }) === null) return null;
  const last = selectWindow().get({ lead_id: id })?.last ?? null;
  const ends = last === null ? 0 : Date.parse(last) + WINDOW_MS;
  return { window_ends_at: ends > Date.now() ? new Date(ends).toISOString() : null };
}
