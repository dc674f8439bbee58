/** What can happen to a lead. The timeline shows each with who did it and when. */
export const LEAD_EVENT_TYPES = [
  'created',
  'changed',
  'note_added',
  'note_edited',
  'note_deleted',
  'note_restored',
  'whatsapp_opened',
  'deleted',
  'restored',
] as const;
export type LeadEventType = (typeof LEAD_EVENT_TYPES)[number];

/** One entry of a lead's timeline. `field`, `from_value` and `to_value` say what a change was about. */
export type LeadEvent = {
  id: number;
  type: LeadEventType;
  /** Null for the visitor who wrote, and for people whose account is gone. */
  actor_name: string | null;
  field: string | null;
  from_value: string | null;
  to_value: string | null;
  created_at: string;
};
