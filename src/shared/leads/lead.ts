import type { z } from '../zod';
import type {
  deletedLeadSchema,
  leadAgendaSchema,
  leadCountersSchema,
  leadDeletionSchema,
  leadPageSchema,
  leadSchema,
  trashPageSchema,
} from './answers/leads';

/** A lead; names are the same from database column to screen. */

export const LEAD_STATUSES = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];
/** How far a lost lead may have come, in order. */
export const STEPS_TO_LOSS = [
  'nuevo',
  'contactado',
  'en_seguimiento',
  'ganado',
] as const satisfies readonly LeadStatus[];
export type StepToLoss = (typeof STEPS_TO_LOSS)[number];

export const CLIENT_TYPES = ['profesional', 'inmobiliaria', 'constructora', 'otros'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/** The first seven are in the panel's filter, the others come from the site's form. */
export const LEAD_COUNTRIES = [
  'Argentina',
  'Chile',
  'Colombia',
  'México',
  'Perú',
  'Uruguay',
  'España',
  'Paraguay',
  'Bolivia',
  'Otro',
] as const;
export type LeadCountry = (typeof LEAD_COUNTRIES)[number];

/** For leads made by hand. */
export const MANUAL_LEAD_COUNTRIES = [
  'Argentina',
  'Chile',
  'Colombia',
  'México',
  'Perú',
  'Uruguay',
  'España',
  'Otro',
] as const satisfies readonly LeadCountry[];

export const LOST_REASONS = [
  'precio',
  'no_responde',
  'eligio_otro',
  'no_califica',
  'mas_adelante',
  'otro',
] as const;
export type LostReason = (typeof LOST_REASONS)[number];

/**
 * A leads row with its number of undeleted notes. Times are UTC ISO 8601 with milliseconds. `as_of` is the last event
 * id of any lead when this one was read: the higher one is the newer reading.
 */
export type Lead = z.infer<typeof leadSchema>;

export type DeletedLead = z.infer<typeof deletedLeadSchema>;

export type LeadPage = z.infer<typeof leadPageSchema>;
export type TrashPage = z.infer<typeof trashPageSchema>;

export type LeadDeletion = z.infer<typeof leadDeletionSchema>;

/** The six counters above the list. `total` excludes deleted leads. */
export const COUNTER_NAMES = [
  'total',
  'nuevos_7_dias',
  'contactado',
  'en_seguimiento',
  'ganado',
  'perdido',
] as const;
export type CounterName = (typeof COUNTER_NAMES)[number];

/** Leads due per day. */
export type AgendaCounts = LeadCounters['agenda'];

/** Counts of one person's views. */
export type LeadAgenda = z.infer<typeof leadAgendaSchema>;

/**
 * The counters now and a week ago, and how many leads await a first contact or share an email or phone with another.
 * `duenos`: leads per owner id, '' being nobody. `por_hacer`: to-dos per owner and day.
 */
export type LeadCounters = z.infer<typeof leadCountersSchema>;

/** Whether it came from the site or another program, i.e. was neither entered by hand nor imported. */
export function arrivesByItself({
  source,
  import_id,
}: {
  source: string;
  import_id?: number | null;
}): boolean {
  return source !== 'crm_manual' && import_id === null;
}

/** Won or lost: nobody follows it up, unless a day was set since. */
export function isClosed({ estado }: Pick<Lead, 'estado'>): boolean {
  return estado === 'ganado' || estado === 'perdido';
}
