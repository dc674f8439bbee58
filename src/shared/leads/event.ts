import type { z } from '../zod';
import type { leadEventSchema, timelinePageSchema } from './answers/leads';

/** Each is shown in the timeline with author and time. */
export const LEAD_EVENT_TYPES = [
  'created',
  'changed',
  'note_added',
  'note_edited',
  'note_deleted',
  'note_restored',
  'whatsapp_opened',
  'call_started',
  'call_ended',
  'email_opened',
  'contact_confirmed',
  'contact_denied',
  'contact_undone',
  'message_received',
  'message_sent',
  'company_made',
  'company_deleted',
  'company_restored',
  'joined',
  'separated',
  'told',
  'deleted',
  'restored',
  'anonymised',
] as const;
export type LeadEventType = (typeof LEAD_EVENT_TYPES)[number];

/** Filters of a lead's history. */
export const HISTORY_KINDS = ['notes', 'contacts', 'changes'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** A Record, so that no event type can be forgotten. */
export const KIND_OF_EVENT: Record<LeadEventType, HistoryKind> = {
  created: 'changes',
  changed: 'changes',
  note_added: 'notes',
  note_edited: 'notes',
  note_deleted: 'notes',
  note_restored: 'notes',
  whatsapp_opened: 'contacts',
  call_started: 'contacts',
  call_ended: 'contacts',
  email_opened: 'contacts',
  contact_confirmed: 'contacts',
  contact_denied: 'contacts',
  contact_undone: 'contacts',
  message_received: 'contacts',
  message_sent: 'contacts',
  company_made: 'changes',
  company_deleted: 'changes',
  company_restored: 'changes',
  joined: 'changes',
  separated: 'changes',
  told: 'changes',
  deleted: 'changes',
  restored: 'changes',
  anonymised: 'changes',
};

export type LeadEvent = z.infer<typeof leadEventSchema>;

/** An act, by one of its events. */
export type Act = Pick<LeadEvent, 'id' | 'type' | 'field'>;

export type TimelinePage = z.infer<typeof timelinePageSchema>;
