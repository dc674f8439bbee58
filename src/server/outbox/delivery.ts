import type { DeliveryKind, EndReason } from '~/shared/deliveries/delivery';

/** The event of a message that only tests whether the receiver answers. */
export const TEST_EVENT = 'test';

export type DueDelivery = {
  id: number;
  message_id: string;
  kind: DeliveryKind;
  /** The destination of webhooks. */
  webhook_id: number | null;
  event: string;
  lead_id: number | null;
  payload: string;
  attempts: number;
  next_attempt_at: string;
};

/**
 * The outcome of an attempt. `answer`: the start of the receiver's answer; `endedIn`: where a message ended that
 * reached nobody; `error`: a sentence for people; `retryAfterMs`: the wait the receiver asks for; `retryInMs`: the
 * sender's own wait, overriding the schedule; `busy`: the wait applies to all messages; `gone`: never retry.
 */
export type Attempt =
  | { outcome: 'sent'; status: number | null; answer?: string; endedIn?: EndReason; error?: string }
  | {
      outcome: 'failed';
      status: number | null;
      error: string;
      answer?: string;
      retryAfterMs?: number;
      retryInMs?: number;
      busy?: boolean;
      gone?: boolean;
    };

/** Delivers one message and returns the outcome; gives up when `interrupt` aborts. */
export type Sender = (delivery: DueDelivery, interrupt: AbortSignal) => Promise<Attempt>;

/**
 * What one worker sends: messages of a kind, to one destination if there are several, or only those ordered by
 * strangers. `onOutcome` gets each outcome, in the transaction that records it.
 */
export type DeliveryQueue = {
  kind: DeliveryKind;
  webhookId?: number;
  send: Sender;
  /** Only what strangers ordered, or only the rest. */
  ordered?: boolean;
  /** Messages sent concurrently. */
  concurrency: number;
  /** Attempts that may begin within an hour; unlimited by default. */
  maxPerHour?: number;
  onOutcome?: (attempt: Attempt, nowMs: number) => void;
};
