export const DELIVERY_KINDS = ['webhook', 'mail', 'provisioning', 'push', 'whatsapp'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const DELIVERY_STATES = ['pending', 'sent', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a message reached nobody: it became a file on the server, nobody needed it any more, or it was too late. */
export const END_REASONS = ['file', 'nobody', 'late'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** A message without its content. Times are UTC ISO 8601 with milliseconds. */
export type Delivery = {
  id: number;
  message_id: string;
  kind: DeliveryKind;
  /** The destination of webhooks; null for other kinds. */
  webhook_id: number | null;
  event: string;
  state: DeliveryState;
  /** Null if delivered, not sent yet, or failed. */
  ended_in: EndReason | null;
  /** The lead's name, or the mail's recipient. */
  about: string | null;
  lead_id: number | null;
  attempts: number;
  next_attempt_at: string;
  last_attempt_at: string | null;
  last_status: number | null;
  last_error: string | null;
  /** The start of the receiver's answer. */
  last_answer: string | null;
  created_at: string;
  /** When it was sent, or failed for good. */
  finished_at: string | null;
};

/** The way a message goes: its kind and, for webhooks, the destination. */
export type Line = { kind: DeliveryKind; webhook_id: number | null };

/** How deliveries on a line go. */
export type LineState = Line & {
  /** The newest message that was delivered or needed no delivery; null if none was. */
  last: Pick<Delivery, 'finished_at' | 'ended_in'> | null;
  /** Pending and failed messages, counted up to MAX_COUNTED. */
  undelivered: number;
  /** The last failures among them, newest first. */
  failures: Delivery[];
};

export const MAX_COUNTED = 1000;

/** Days finished messages are kept; failed ones longer, because they wait for a person. */
export const DAYS_KEPT = { sent: 30, failed: 180 };
