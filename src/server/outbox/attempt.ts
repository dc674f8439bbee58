/**
 * How a try to deliver something ended. `note` says why nothing had to be sent; `retryAfterMs` is what the receiver
 * asked for; `gone` means never again.
 */
export type Attempt =
  | { outcome: 'sent'; status: number | null; note?: string }
  | { outcome: 'failed'; status: number | null; error: string; retryAfterMs?: number; gone?: boolean };
