import type { MessageKind } from '~/shared/leads/message';

/** What a webhook says, in our words. Times are UTC ISO 8601 with milliseconds; `wamid` is Meta's id of a message. */

export type HeardMessage = {
  wamid: string;
  direction: 'in' | 'out';
  /** The person's number, as its digits with the calling code. */
  number: string;
  /** The name of the person's profile, if told. */
  name: string | null;
  at: string;
  kind: MessageKind;
  body: string | null;
  file: { media_id: string; mime_type: string | null; name: string | null } | null;
  /** The wamid of the message it answers. */
  reply_to: string | null;
  /** From before the number was connected: it fills stories and makes no lead. */
  isPast: boolean;
};

export type HeardReaction = {
  /** The message reacted to. */
  wamid: string;
  direction: 'in' | 'out';
  /** '' if taken back. */
  emoji: string;
  at: string;
};

export type HeardStatus = {
  wamid: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  /** Meta's code of a failure. */
  error: number | null;
  at: string;
  /** Our own message's id in the outbox, given when it was sent; it tells the wamid where the answer got lost. */
  sent_as: string | null;
};

export type Heard =
  | ({ type: 'message' } & HeardMessage)
  | ({ type: 'reaction' } & HeardReaction)
  | ({ type: 'status' } & HeardStatus);
