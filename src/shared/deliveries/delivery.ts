import type { Page } from '../paging';

export const DELIVERY_KINDS = ['webhook', 'mail', 'provisioning', 'push', 'whatsapp'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const DELIVERY_STATES = ['pending', 'sent', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a message reached nobody: it became a file on the server, nobody needed it any more, or it was too late. */
export const END_REASONS = ['file', 'nobody', 'late'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** A message as the log lists it. Times are UTC ISO 8601 with milliseconds. */
export type DeliverySummary = {
  id: number;
  kind: DeliveryKind;
  /** A destination made here, and its host, null once it was removed; both null for the settings' one. */
  webhook_id: number | null;
  destination: string | null;
  event: string;
  state: DeliveryState;
  /** Null if delivered or not sent yet. */
  ended_in: EndReason | null;
  /** The lead's name, or the mail's recipient. */
  about: string | null;
  lead_id: number | null;
  /** 1 if queued behind an earlier message about the same lead. */
  waits: 0 | 1;
  /** 1 if held because its destination is paused. */
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

/** Days finished messages are kept; failed ones longer, because they wait for a person. */
export const DAYS_KEPT = { sent: 30, failed: 180 };

/** A message with its content and the start of the receiver's answer. */
export type Delivery = DeliverySummary & {
  message_id: string;
  payload: string;
  last_answer: string | null;
};

/** Pending and failed messages, each counted up to MAX_COUNTED. */
export type DeliveryCounts = { pending: number; failed: number };
export const MAX_COUNTED = 1000;

export type DeliveryPage = Page<'deliveries', DeliverySummary, number> & { counts: DeliveryCounts };
