import type { LeadEventType } from '~/shared/leads/event';
import { insertLeadEvent, selectLastEventId } from './event-queries';
import { announceChanges } from './live';

type Happening = {
  type: LeadEventType;
  field?: string;
  from?: string | null;
  to?: string | null;
};

/**
 * Records what was done to a lead, inside the caller's transaction, and tells the open panels once it is kept. Returns
 * the event's id: what was done is `as_of` it.
 */
export function recordEvent(leadId: number, actorId: string | null, event: Happening, at: string): number {
  const { lastInsertRowid } = insertLeadEvent().run({
    lead_id: leadId,
    actor_id: actorId,
    type: event.type,
    field: event.field ?? null,
    from_value: event.from ?? null,
    to_value: event.to ?? null,
    created_at: at,
  });
  announceChanges();
  return Number(lastInsertRowid);
}

/** The id of the last thing that happened to any lead. To be read before what is said to be as of it. */
export function lastEventId(): number {
  return selectLastEventId().get()?.id ?? 0;
}
