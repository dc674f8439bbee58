import type { MessageKind } from '~/shared/leads/message';

/** A webhook's events in the CRM's terms. Times are UTC ISO 8601 with milliseconds; `wamid` is Meta's message id. */

export type WhatsappMessage = {
  wamid: string;
  direction: 'in' | 'out';
  /** The person's number: digits, with the calling code. */
  number: string;
  /** The person's profile name, if given. */
  name: string | null;
  at: string;
  kind: MessageKind;
  body: string | null;
  file: { media_id: string; mime_type: string | null; name: string | null } | null;
  /** The wamid of the quoted message. */
  reply_to: string | null;
  /** From before the number was connected: added to conversations, creates no lead. */
  isPast: boolean;
};

export type WhatsappReaction = {
  /** The message reacted to. */
  wamid: string;
  direction: 'in' | 'out';
  /** '' if removed. */
  emoji: string;
  at: string;
};

export type WhatsappStatus = {
  wamid: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  /** Meta's error code, if it failed. */
  error: number | null;
  at: string;
  /** The outbox id sent along with our message; identifies it where Meta's answer got lost. */
  sent_as: string | null;
};

export type WhatsappEvent =
  | ({ type: 'message' } & WhatsappMessage)
  | ({ type: 'reaction' } & WhatsappReaction)
  | ({ type: 'status' } & WhatsappStatus);
