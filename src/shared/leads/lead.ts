import type { Page } from '../paging';
import type { ContactAttempt } from './contact';

/** What a lead is, as it travels from the database's row to a screen: column names are the same everywhere. */

export const LEAD_STATUSES = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

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

/**
 * A row of the leads table, with the number of its notes that are not deleted. Times are UTC ISO 8601 with
 * milliseconds. `as_of` is the id of the last event of any lead when this one was read: of two readings, the one with
 * the higher number is newer.
 */
export type Lead = {
  id: number;
  nombre: string;
  email: string;
  whatsapp: string | null;
  pais: LeadCountry | null;
  estado: LeadStatus;
  client_type: ClientType | null;
  source: string;
  mensaje: string | null;
  empresa: string | null;
  created_at: string;
  first_contacted_at: string | null;
  /** The phone's normalised digits; null if `whatsapp` is no possible number. */
  phone_key: string | null;
  notes_count: number;
  /** Who opened a way to reach it, first opened first; none once it has had its first contact. */
  attempts: ContactAttempt[];
  as_of: number;
};

/** A lead in the trash. */
export type DeletedLead = Lead & { deleted_at: string };

/** `as_of`: of all that happened until this event the page knows, also of the leads that are not in it. */
export type LeadPage = Page<'leads', Lead> & {
  /** How many leads there are on all pages. */
  total: number;
  as_of: number;
};
export type TrashPage = Page<'leads', DeletedLead>;

/** When a lead was put in the trash, and by whom; null if that account was deleted. */
export type LeadDeletion = { deleted_at: string; deleted_by: string | null };

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

/** The counters as they are, how many leads wait for a first contact, and what each counter was a week ago. */
export type LeadCounters = Record<CounterName, number> & {
  sin_contactar: number;
  semana_anterior: Record<CounterName, number>;
};
