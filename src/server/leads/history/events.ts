import type { LeadEventType } from '~/shared/leads/event';
import { query } from '../../database/connection';
import { announceChanges } from '../live/panels';
import { selectLastEventId } from './event-queries';

type LeadEventInput = { type: LeadEventType; field?: string; from?: Value; to?: Value };
type Value = string | number | null;

type EventOfLead = { leadId: number; actorId: string | null; event: LeadEventInput };

type NewEvent = {
  lead_id: number;
  actor_id: string | null;
  type: LeadEventType;
  field: string | null;
  from_value: string | null;
  to_value: string | null;
  created_at: string;
};

const insertLeadEvent = query<[NewEvent]>(
  `INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
   VALUES (:lead_id, :actor_id, :type, :field, :from_value, :to_value, :created_at)`,
);

/** Records an event in the caller's transaction; panels learn of it after the commit. Returns its id, the `as_of`. */
export function recordEvent(leadId: number, actorId: string | null, event: LeadEventInput, at: string): number {
  const { lastInsertRowid } = insertLeadEvent().run(toRow({ leadId, actorId, event }, at));
  announceChanges();
  return Number(lastInsertRowid);
}

const insertLeadEvents = query<[{ events: string }]>(
  `INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
   SELECT value ->> 'lead_id', value ->> 'actor_id', value ->> 'type', value ->> 'field', value ->> 'from_value',
     value ->> 'to_value', value ->> 'created_at'
   FROM json_each(:events)`,
);

/** `recordEvent` for many events of one moment. */
export function recordEvents(inputs: readonly EventOfLead[], at: string): void {
  if (inputs.length === 0) return;
  insertLeadEvents().run({ events: JSON.stringify(inputs.map((one) => toRow(one, at))) });
  announceChanges();
}

function toRow({ leadId, actorId, event }: EventOfLead, created_at: string): NewEvent {
  return {
    lead_id: leadId,
    actor_id: actorId,
    type: event.type,
    field: event.field ?? null,
    from_value: writtenValue(event.from),
    to_value: writtenValue(event.to),
    created_at,
  };
}

/** As events hold a field's value: a lead without an email has ''. */
export function writtenValue(value: Value | undefined): string | null {
  return value == null || value === '' ? null : String(value);
}

/** Ids in insertion order: RETURNING promises none. */
export function inOrder(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Id of the last event of any lead. Read it before the data whose `as_of` it becomes. */
export function lastEventId(): number {
  return selectLastEventId().get()?.id ?? 0;
}
