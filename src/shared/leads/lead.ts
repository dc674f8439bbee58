import type { Page } from '../paging';
import type { ContactAttempt } from './contact';
import type { Billing } from './plans';

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
  /** The first name with which to greet the person; null if none is clear. */
  greeting: string | null;
  /** The phone's normalised digits; null if `whatsapp` is no possible number. */
  phone_key: string | null;
  notes_count: number;
  /** Who works it, and their name; null: nobody. */
  owner_id: string | null;
  owner_name: string | null;
  /** When to contact it next: a day, and an hour 'HH:MM' if one matters. One that is won or lost has none. */
  next_contact_on: string | null;
  next_contact_at: string | null;
  /** What the person wants: the id of a plan, and how it would be paid. */
  plan: string | null;
  billing: Billing | null;
  /** Only of one that was lost, if it is known. */
  lost_reason: LostReason | null;
  /** The agency that was made of it; null: none. */
  company_id: number | null;
  company_name: string | null;
  /** When the last thing in its history happened. */
  last_activity_at: string;
  /** Who opened a way to reach it, first opened first; none once it has had its first contact. */
  attempts: ContactAttempt[];
  /** In the list of a search that found it by a note only: the search, and what the note says there. */
  found_note?: { q: string; text: string };
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

/**
 * How many leads are to be contacted, day by day from `desde` on, as far as anybody's today may be, and in all before
 * that: what is due today depends on the reader's time zone.
 */
export type AgendaCounts = { desde: string; antes: number; dias: Record<string, number> };

/** The numbers of one person's views. */
export type LeadAgenda = Record<'hoy' | 'vencidos' | 'mios' | 'sin_dueno' | 'sin_contactar', number>;

/**
 * The counters as they are, how many leads wait for a first contact, and what each counter was a week ago. `duenos` has
 * how many leads each person has, by their id; '' is nobody.
 */
export type LeadCounters = Record<CounterName, number> & {
  sin_contactar: number;
  semana_anterior: Record<CounterName, number>;
  agenda: AgendaCounts;
  duenos: Record<string, number>;
};

/** Whether a lead has come to its end: there is nothing to follow up. */
export function isClosed({ estado }: Pick<Lead, 'estado'>): boolean {
  return estado === 'ganado' || estado === 'perdido';
}
