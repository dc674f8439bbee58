/**
 * Rules of the enquiry form as plain data, without zod: the landing and the server's schema share the numbers, and the
 * landing needs no validation library.
 */

/** What visitors fill in, in the form's order. */
export const ENQUIRY_FIELDS = ['nombre', 'email', 'pais', 'telefono', 'mensaje'] as const;
export type EnquiryField = (typeof ENQUIRY_FIELDS)[number];

/** Values of `pais`, in the order of the landing's form. */
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

/** E.164: a plus sign and 6 to 15 digits. For an HTML `pattern`, which always matches the whole value. */
export const PHONE_PATTERN = '\\+[0-9]{6,15}';

/**
 * A number as people type it, for a form without a script: the server completes it by the country, as the form's script
 * would, and says what is missing.
 */
export const TYPED_PHONE_PATTERN = '[^\\p{Nd}]*(?:\\p{Nd}[^\\p{Nd}]*){6,24}';

/** Maximum lengths after trimming, in UTF-16 units, as `maxlength` counts. */
export const ENQUIRY_LIMITS = { nombre: 120, email: 254, telefono: 32, mensaje: 5000 } as const;

/** Invisible to people. A submission that fills it is set aside for review. */
export const HONEYPOT_FIELD = 'sitio_web';
