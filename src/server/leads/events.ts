import type { LeadEventType } from '~/shared/leads/event';
import { insertLeadEvent, insertLeadEvents, type NewEvent, selectLastEventId } from './event-queries';
import { announceChanges } from './live';

type Happening = {
  type: LeadEventType;
  field?: string;
  from?: string | null;
  to?: string | null;
};

type OfLead = { leadId: number; actorId: string | null; event: Happening };

/**
 * Records an event of a lead, in the caller's transaction, and tells open panels after the commit. Returns the event's
 * id, the `as_of` of the change.
 */
export function recordEvent(leadId: number, actorId: string | null, event: Happening, at: string): number {
  const { lastInsertRowid } = insertLeadEvent().run(toRow({ leadId, actorId, event }, at));
  announceChanges();
  return Number(lastInsertRowid);
}

/** The same of many events at once, of the same moment. Returns their ids, in their order. */
export function recordEvents(happened: readonly OfLead[], at: string): number[] {
  if (happened.length === 0) return [];
  const events = JSON.stringify(happened.map((one) => toRow(one, at)));
  const ids = inOrder(insertLeadEvents().all({ events }));
  announceChanges();
  return ids;
}

function toRow({ leadId, actorId, event }: OfLead, created_at: string): NewEvent {
  return {
    lead_id: leadId,
    actor_id: actorId,
    type: event.type,
    field: event.field ?? null,
    // An email that is none is ''.
    from_value: event.from || null,
    to_value: event.to || null,
    created_at,
  };
}

/** The ids of rows that one statement inserted, in the order in which it did: SQLite may return them in another. */
export function inOrder(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** The id of the last event of any lead. Read it before the data for which it is the `as_of`. */
export function lastEventId(): number {
  return selectLastEventId().get()?.id ?? 0;
}
