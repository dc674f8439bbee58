import type { DeliveryKind, EndedIn } from '~/shared/deliveries/delivery';

/** The event of a message that only tests whether the receiver answers. */
export const TEST_EVENT = 'test';

/** A message that is due at `next_attempt_at`. */
export type DueDelivery = {
  id: number;
  message_id: string;
  kind: DeliveryKind;
  event: string;
  lead_id: number | null;
  payload: string;
  attempts: number;
  next_attempt_at: string;
};

/**
 * How a try to deliver something ended. `answer` is the start of what the receiver said; `endedIn` where it went
 * instead of to a receiver; `error` a sentence for people; `retryAfterMs` what the receiver asked for; `busy` that it asks this of every sender and message; `gone`
 * means never again.
 */
export type Attempt =
  | { outcome: 'sent'; status: number | null; answer?: string; endedIn?: EndedIn }
  | {
      outcome: 'failed';
      status: number | null;
      error: string;
      answer?: string;
      retryAfterMs?: number;
      busy?: boolean;
      gone?: boolean;
    };

/** Delivers one message and returns the result; gives up when `interrupt` aborts. */
export type Sender = (delivery: DueDelivery, interrupt: AbortSignal) => Promise<Attempt>;
