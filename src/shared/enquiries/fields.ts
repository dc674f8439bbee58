/**
 * The enquiry form's field rules as plain data, without zod, so that the landing's form and the server's
 * schema read the same numbers and the landing ships no validation library.
 */

/** Sent as `pais`; the landing offers them in this order. */
export const ENQUIRY_COUNTRIES = [
  { code: 'AR', label: 'Argentina' },
  { code: 'PY', label: 'Paraguay' },
  { code: 'BO', label: 'Bolivia' },
  { code: 'PE', label: 'Perú' },
  { code: 'UY', label: 'Uruguay' },
  { code: 'MX', label: 'México' },
  { code: 'ES', label: 'España' },
  { code: 'ROW', label: 'Otro país' },
] as const;

export type EnquiryCountryCode = (typeof ENQUIRY_COUNTRIES)[number]['code'];

/** E.164: a plus sign followed by 6 to 15 digits. As an HTML `pattern`, which is anchored by itself. */
export const PHONE_PATTERN = '\\+[0-9]{6,15}';

/** Most characters that each field takes (after trimming, in UTF-16 units as `maxlength` counts them). */
export const ENQUIRY_LIMITS = { nombre: 120, email: 254, telefono: 32, mensaje: 5000 } as const;

/** A field that people never see or fill in. A submission that fills it is set aside for a person to look at. */
export const HONEYPOT_FIELD = 'sitio_web';
