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
 * Records an event of a lead, in the caller's transaction, and tells open panels after the commit. Returns the event's
 * id, the `as_of` of the change.
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

/** The id of the last event of any lead. Read it before the data for which it is the `as_of`. */
export function lastEventId(): number {
  return selectLastEventId().get()?.id ?? 0;
}
