import type { LeadStatus } from '~/shared/leads/lead';

/** The channels that are opened with a text. */
export const MESSAGE_CHANNELS = ['whatsapp', 'email'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** A message as it is written: for who says 'vos' and for who says 'tú'; an email's has a subject, too. */
export type MessageText = { subject: string | null; voseo: string; tuteo: string };

/** A text with which WhatsApp or Email can be opened. */
export type MessageTemplate = MessageText & {
  /** The shipped ones' are those of content/whatsapp. */
  id: string;
  channel: MessageChannel;
  name: string;
  /** The leads to whom it is offered first; null: all alike. */
  estado: LeadStatus | null;
  /** Whether one press opens its channel with it, where a lead has its status. */
  is_usual: boolean;
  is_shipped: boolean;
  /** When it was last changed; null for a shipped one that is as it came. */
  updated_at: string | null;
};

/** What each channel is opened with, by the lead's status. */
export type UsualMessages = Record<MessageChannel, Record<LeadStatus, MessageText>>;

/** What a screen needs to open a channel: the usual messages, since which change, and who sends them. */
export type MessageSet = { usual: UsualMessages; version: string; sender: string };
