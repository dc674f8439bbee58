/** What a lead's enumerated fields and filters may hold; also for browsers, which must not load schemas. */

export const LEAD_STATUSES = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const CLIENT_TYPES = ['profesional', 'inmobiliaria', 'constructora', 'otros'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

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

export const LOST_REASONS = ['precio', 'no_responde', 'eligio_otro', 'no_califica', 'mas_adelante', 'otro'] as const;
export type LostReason = (typeof LOST_REASONS)[number];

export const CONTACT_CHANNELS = ['whatsapp', 'call', 'email'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

export const CALL_OUTCOMES = ['answered', 'no_answer', 'message'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Besides newest first, which needs no name. */
export const LEAD_ORDERS = [
  'antiguos',
  'mas_notas',
  'menos_notas',
  'proximo_contacto',
  'con_actividad',
  'sin_actividad',
] as const;

/** Filter value for 'missing'. */
export const NONE = 'none';
/** Filter value for the reader. */
export const ME = 'me';

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Leads, notes and history. A workbook has them all, a CSV file one. */
export const EXPORT_PARTS = ['leads', 'notes', 'history'] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];
