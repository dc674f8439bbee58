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
 * The result of a try. `answer`: the start of the receiver's answer; `endedIn`: where a message ended that reached
 * nobody; `error`: a sentence for people; `retryAfterMs`: the wait that the receiver asks for; `busy`: this wait is for
 * all messages; `gone`: never try again.
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
