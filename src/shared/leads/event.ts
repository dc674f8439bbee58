import type { Page } from '../paging';
import type { LeadNote } from './note';

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

/** What a lead's history can be narrowed to. */
export const HISTORY_KINDS = ['notes', 'contacts', 'changes'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** The kind of each event, so that no event can be forgotten. */
export const KIND_OF_EVENT: Record<LeadEventType, HistoryKind> = {
  created: 'changes',
  changed: 'changes',
  note_added: 'notes',
  note_edited: 'notes',
  note_deleted: 'notes',
  note_restored: 'notes',
  whatsapp_opened: 'contacts',
  call_started: 'contacts',
  email_opened: 'contacts',
  contact_confirmed: 'contacts',
  contact_denied: 'contacts',
  company_made: 'changes',
  deleted: 'changes',
  restored: 'changes',
};

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
  /** What the note that was added says now, without its text if it is deleted; null for all other events. */
  note: Pick<LeadNote, 'body' | 'edited_at' | 'is_deleted'> | null;
};

/** A page of a lead's timeline. */
export type TimelinePage = Page<'events', LeadEvent>;
