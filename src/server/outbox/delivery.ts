import type { DeliveryKind, EndedIn } from '~/shared/deliveries/delivery';

/** The event of a message that only tests whether the receiver answers. */
export const TEST_EVENT = 'test';

/** A message that is due at `next_attempt_at`. */
export type DueDelivery = {
  id: number;
  message_id: string;
  kind: DeliveryKind;
  /** The destination that it goes to; null for the settings' one, or none at all. */
  webhook_id: number | null;
  event: string;
  lead_id: number | null;
  payload: string;
  attempts: number;
  next_attempt_at: string;
};

/**
 * The result of a try. `answer`: the start of the receiver's answer; `endedIn`: where a message ended that reached
 * nobody; `error`: a sentence for people; `retryAfterMs`: the wait that the receiver asks for; `retryInMs`: the wait by
 * the sender's own schedule, instead of the usual one; `busy`: this wait is for all messages; `gone`: never try again.
 */
export type Attempt =
  | { outcome: 'sent'; status: number | null; answer?: string; endedIn?: EndedIn; error?: string }
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

/** Delivers one message and returns the result; gives up when `interrupt` aborts. */
export type Sender = (delivery: DueDelivery, interrupt: AbortSignal) => Promise<Attempt>;

/**
 * What a worker sends: the messages of one kind, to one destination if there are several, or of one lane. `note` is told of each result, in the
 * transaction that records it.
 */
export type Outlet = {
  kind: DeliveryKind;
  webhookId?: number;
  send: Sender;
  /** Only what strangers have ordered, or only the rest. */
  ordered?: boolean;
  /** How many messages are sent at the same time. */
  lanes: number;
  /** How many tries may begin within an hour; by default any number. */
  mostInHour?: number;
  note?: (attempt: Attempt, nowMs: number) => void;
};
