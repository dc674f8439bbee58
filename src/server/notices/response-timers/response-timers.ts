import {
  deleteTimer,
  insertTimer,
  insertTimerOfEnquiry,
  insertTimerOfWaiting,
  selectTimer,
} from './response-timer-queries';

/**
 * Starts the response timer of a lead that waits, in the caller's transaction, unless it runs already. Whoever acts on
 * the lead stops it (the trigger lead_events_unwatch); until then, the team is reminded (reminder-rounds.ts).
 */
export function startTimer(leadId: number, now: string): void {
  insertTimerOfWaiting().run({ lead_id: leadId, step: 'plan', due_at: now, since: now });
}

/** Stops a lead's timer, in the caller's transaction. */
export function stopTimer(leadId: number): void {
  deleteTimer().run({ lead_id: leadId });
}

/** Restarts the timer of a recent enquiry, in the caller's transaction, after an undo. */
export function restartTimer(leadId: number, now: string): void {
  insertTimerOfEnquiry().run({ lead_id: leadId, since: now });
}

/** Runs work on a lead, in the caller's transaction, that does not stop its timer. */
export function withoutStoppingTimer<T>(leadId: number, work: () => T): T {
  const timer = selectTimer().get({ lead_id: leadId });
  const result = work();
  if (timer) insertTimer().run(timer);
  return result;
}
