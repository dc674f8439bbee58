import type { Page } from '../paging';

/** What a lead is, as it travels from the database's row to a screen: column names are the same everywhere. */

export const LEAD_STATUSES = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const CLIENT_TYPES = ['profesional', 'inmobiliaria', 'constructora', 'otros'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/** Countries a lead may have; the first seven are the panel's filter, the rest come from the site's own form. */
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

/** Countries offered when a lead is made by hand. */
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
 * A row of the leads table with the number of its standing notes. Times are UTC ISO 8601 with milliseconds. `as_of` is
 * the id of the last thing that had happened to any lead when this one was read: of two readings the one with the
 * higher number is the newer one.
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
  /** The phone's normalised digits; null where `whatsapp` is no possible number. */
  phone_key: string | null;
  notes_count: number;
  as_of: number;
};

/** A lead in the trash. */
export type DeletedLead = Lead & { deleted_at: string };

/** `as_of`: of all that happened until this event the page knows, also of the leads that are not in it. */
export type LeadPage = Page<'leads', Lead> & { as_of: number };
export type TrashPage = Page<'leads', DeletedLead>;

/** When a lead was put in the trash, and who did it; null for somebody whose account is gone. */
export type LeadDeletion = { deleted_at: string; deleted_by: string | null };

/** The six counters above the list. `total` counts every lead that is not deleted. */
export type LeadCounters = {
  total: number;
  nuevos_7_dias: number;
  contactado: number;
  en_seguimiento: number;
  ganado: number;
  perdido: number;
};
