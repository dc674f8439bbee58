const waiting = new Map<string, (sent: boolean) => void>();

/** The worker tells here how a try ended. */
export function announceOutcome(messageId: string, sent: boolean): void {
  waiting.get(messageId)?.(sent);
}

/**
 * Whether the first try to deliver a message succeeds; false, too, where it takes longer than `withinMs`. To be
 * called right after the transaction that enqueued it. However it ends, the outbox goes on trying.
 */
export async function waitForFirstOutcome(messageId: string, withinMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), withinMs);
  waiting.set(messageId, resolve);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    waiting.delete(messageId);
  }
}
