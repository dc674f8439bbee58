import type { z } from '../zod';
import type { leadEventSchema, timelinePageSchema } from './answers/leads';

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
  'call_ended',
  'email_opened',
  'contact_confirmed',
  'contact_denied',
  'contact_undone',
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
  call_ended: 'contacts',
  email_opened: 'contacts',
  contact_confirmed: 'contacts',
  contact_denied: 'contacts',
  contact_undone: 'contacts',
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

/** An entry of a lead's timeline. */
export type LeadEvent = z.infer<typeof leadEventSchema>;

/** What somebody has done, by one of the events that tell of it. */
export type Act = Pick<LeadEvent, 'id' | 'type' | 'field'>;

/** A page of a lead's timeline. */
export type TimelinePage = z.infer<typeof timelinePageSchema>;
