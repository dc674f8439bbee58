/** The events of a lead. The timeline shows each with its author and time. */
export const LEAD_EVENT_TYPES = [
  'created',
  'changed',
  'note_added',
  'note_edited',
  'note_deleted',
  'note_restored',
  'whatsapp_opened',
  'call_started',
  'email_opened',
  'contact_confirmed',
  'contact_denied',
  'company_made',
  'deleted',
  'restored',
] as const;
export type LeadEventType = (typeof LEAD_EVENT_TYPES)[number];

/** An entry of a lead's timeline. `field`, `from_value` and `to_value` describe a change. */
export type LeadEvent = {
  id: number;
  type: LeadEventType;
  /** Both null for the visitor; the name also for users whose account was deleted. */
  actor_id: string | null;
  actor_name: string | null;
  field: string | null;
  from_value: string | null;
  to_value: string | null;
  created_at: string;
};
