export type DeliveryKind = 'webhook' | 'mail' | 'provisioning';

/** A message whose time has come. */
export type DueDelivery = {
  id: number;
  message_id: string;
  kind: DeliveryKind;
  event: string;
  lead_id: number | null;
  payload: string;
  attempts: number;
};

/**
 * How a try to deliver something ended. `note` says why nothing had to be sent; `retryAfterMs` is what the receiver
 * asked for; `gone` means never again.
 */
export type Attempt =
  | { outcome: 'sent'; status: number | null; note?: string }
  | { outcome: 'failed'; status: number | null; error: string; retryAfterMs?: number; gone?: boolean };

/** Delivers one message and says how it went; gives up when `interrupt` fires. Never throws. */
export type Sender = (delivery: DueDelivery, interrupt: AbortSignal) => Promise<Attempt>;
