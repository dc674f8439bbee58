import type { lastMailSchema } from '../companies/answers';
import type { Page } from '../paging';
import type { z } from '../zod';

export const DELIVERY_KINDS = ['webhook', 'mail', 'provisioning', 'push'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const DELIVERY_STATES = ['pending', 'sent', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Where a message ended that reached nobody: in a file on the server, or nowhere, because nobody needs it or not any more. */
export const ENDS = ['file', 'nobody', 'late'] as const;
export type EndedIn = (typeof ENDS)[number];

/** A message as the log lists it. Times are UTC ISO 8601 with milliseconds. */
export type DeliverySummary = {
  id: number;
  kind: DeliveryKind;
  /** Where it goes: a destination made here, and its host, null once that was removed; both null for the settings' one. */
  webhook_id: number | null;
  destination: string | null;
  event: string;
  state: DeliveryState;
  /** Null if it reached its receiver, or is not sent yet. */
  ended_in: EndedIn | null;
  /** The lead's name, or the mail's recipient. */
  about: string | null;
  lead_id: number | null;
  /** 1 if it waits for an earlier message about the same lead. */
  waits: 0 | 1;
  /** 1 if it waits because its destination is paused. */
  held: 0 | 1;
  attempts: number;
  next_attempt_at: string;
  last_attempt_at: string | null;
  last_status: number | null;
  last_error: string | null;
  created_at: string;
  /** When it was sent, or failed for good. */
  finished_at: string | null;
};

/** How many days a finished message is kept. Failed ones are kept longer, because they wait for a person. */
export const DAYS_KEPT = { sent: 30, failed: 180 };

/** A message with its content and the start of the receiver's answer. */
export type Delivery = DeliverySummary & {
  message_id: string;
  payload: string;
  last_answer: string | null;
};

/** The last mail to a user, shown beside their account. */
export type LastMail = z.infer<typeof lastMailSchema>;

/** How many messages are pending or failed; each counts up to MOST_COUNTED. */
export type DeliveryCounts = { pending: number; failed: number };
export const MOST_COUNTED = 1000;

export type DeliveryPage = Page<'deliveries', DeliverySummary, number> & { counts: DeliveryCounts };
