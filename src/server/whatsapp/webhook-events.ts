import type { LeadMessage, MessageKind, MessageStatus } from '~/shared/leads/message';

/** A webhook's events in the CRM's terms. Times are UTC ISO 8601 with milliseconds; `wamid` is Meta's message id. */

/** Who a message is from or to. Whoever shows a user name may have no known number, and then has an id. */
export type WhatsappPerson = {
  /** Digits, with the calling code. */
  number: string | null;
  /** Meta's id of the person towards this company. Changes with their number. */
  userId?: string | null;
};

export type Direction = LeadMessage['direction'];

/** An advertisement or post that opened the chat; Meta's names. */
export type Referral = NonNullable<LeadMessage['referral']>;

/** What Meta tells of our messages, in order: later ones replace earlier ones. What was delivered has not failed. */
export const RECEIPTS = ['sent', 'failed', 'delivered', 'read'] as const satisfies MessageStatus[];
export type Receipt = (typeof RECEIPTS)[number];

export type WhatsappMessage = WhatsappPerson & {
  wamid: string;
  direction: Direction;
  /** The person's profile name, or else user name, if given. */
  name: string | null;
  at: string;
  kind: MessageKind;
  body: string | null;
  file: { media_id: string; mime_type: string | null; name: string | null } | null;
  /** The wamid of the quoted message. */
  reply_to: string | null;
  referral?: Referral | null;
  /** From before the number was connected: added to conversations, creates no lead. */
  isPast: boolean;
};

export type WhatsappReaction = {
  /** The message reacted to. */
  wamid: string;
  direction: Direction;
  /** '' if removed. */
  emoji: string;
  at: string;
};

export type WhatsappStatus = {
  wamid: string;
  status: Receipt;
  /** Meta's error code, if it failed. */
  error: number | null;
  at: string;
  /** The outbox id sent along with our message; identifies it where Meta's answer got lost. */
  sent_as: string | null;
};

/** A message was edited or revoked. */
export type WhatsappVersion = {
  /** The message. */
  wamid: string;
  /** Meta's id of the change. */
  version: string;
  isRevoked: boolean;
  /** The new text. */
  body: string | null;
  at: string;
};

/** Somebody has another number, or another id. `to` is null where it stays, or is not told. */
export type WhatsappMove = { from: WhatsappPerson; to: WhatsappPerson; at: string };

export type WhatsappEvent =
  | ({ type: 'message' } & WhatsappMessage)
  | ({ type: 'version' } & WhatsappVersion)
  | ({ type: 'move' } & WhatsappMove)
  | ({ type: 'reaction' } & WhatsappReaction)
  | ({ type: 'status' } & WhatsappStatus);
