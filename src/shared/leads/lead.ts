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

/** What a lead is, as it travels from the database's row to a screen: column names are the same everywhere. */

export const LEAD_STATUSES = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];
/** How far a lost lead may have come, one after the other. */
export const STEPS_TO_LOSS = [
  'nuevo',
  'contactado',
  'en_seguimiento',
  'ganado',
] as const satisfies readonly LeadStatus[];
export type StepToLoss = (typeof STEPS_TO_LOSS)[number];

export const CLIENT_TYPES = ['profesional', 'inmobiliaria', 'constructora', 'otros'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/**
 * The possible countries of a lead. The first seven are in the panel's filter, the others come from the site's form.
 */
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

/** The countries in the form for a lead made by hand. */
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

/** Why a lead was lost. */
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
 * A row of the leads table, with the number of its notes that are not deleted. Times are UTC ISO 8601 with
 * milliseconds. `as_of` is the id of the last event of any lead when this one was read: of two readings, the one with
 * the higher number is newer.
 */
export type Lead = z.infer<typeof leadSchema>;

/** A lead in the trash. */
export type DeletedLead = z.infer<typeof deletedLeadSchema>;

/** A page of the list. */
export type LeadPage = z.infer<typeof leadPageSchema>;
export type TrashPage = z.infer<typeof trashPageSchema>;

/** When a lead was put in the trash, and by whom; null if that account was deleted. */
export type LeadDeletion = z.infer<typeof leadDeletionSchema>;

/** The six counters above the list. `total` counts every lead that is not deleted. */
export const COUNTER_NAMES = [
  'total',
  'nuevos_7_dias',
  'contactado',
  'en_seguimiento',
  'ganado',
  'perdido',
] as const;
export type CounterName = (typeof COUNTER_NAMES)[number];

/** How many leads are to be contacted, day by day. */
export type AgendaCounts = LeadCounters['agenda'];

/** The numbers of one person's views. */
export type LeadAgenda = z.infer<typeof leadAgendaSchema>;

/**
 * The counters as they are, how many leads wait for a first contact, how many share an email or a phone with another one,
 * and what each counter was a week ago. `duenos` has how many leads each person has, by their id; '' is nobody. `por_hacer` has
 * how many of them each person is to contact, by day.
 */
export type LeadCounters = z.infer<typeof leadCountersSchema>;

/** Whether a lead came from the site or another program: no colleague has made it, nor brought it with a file. */
export function arrivesByItself({
  source,
  import_id,
}: {
  source: string;
  import_id?: number | null;
}): boolean {
  return source !== 'crm_manual' && import_id === null;
}

/** Whether a lead has come to its end: nobody follows it up, unless a day was set since. */
export function isClosed({ estado }: Pick<Lead, 'estado'>): boolean {
  return estado === 'ganado' || estado === 'perdido';
}
