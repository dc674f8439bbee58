import type { LeadCountry } from '~/shared/leads/enums';
import { enquiryStrings } from '~/shared/strings/enquiries';
import { importStrings } from '~/shared/strings/imports';
import { emailText, requiredText } from '~/shared/text';
import { z } from '~/shared/zod';
import { completePhone } from '../phones/complete';
import { splitPhones } from '../phones/written';
import { ENQUIRY_COUNTRIES, ENQUIRY_LIMITS, type EnquiryCountryCode, PHONE_PATTERN } from './fields';

const { errors } = enquiryStrings;
const codes = ENQUIRY_COUNTRIES.map((country) => country.code) as [EnquiryCountryCode, ...EnquiryCountryCode[]];

/** The contact form. `submission_id` may be empty, because without a script the form has none. */
export const enquirySchema = z.preprocess(
  withCompletePhone,
  z.object({
    nombre: requiredText(errors.nombreRequired, ENQUIRY_LIMITS.nombre, errors.nombreLong),
    email: emailText({ required: errors.emailRequired, invalid: errors.emailInvalid }),
    pais: z.enum(codes, { error: errors.paisInvalid }),
    telefono: z
      .string({ error: errors.telefonoRequired })
      .trim()
      .min(1, errors.telefonoRequired)
      .regex(new RegExp(`^${PHONE_PATTERN}$`), errors.telefonoInvalid),
    mensaje: requiredText(errors.mensajeRequired, ENQUIRY_LIMITS.mensaje, errors.mensajeLong, 'many'),
  }),
);

/**
 * Completes the number as the form's script would; the schema checks the result. Of several numbers, which only another
 * site's form sends, the first counts and the message tells the others.
 */
function withCompletePhone(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { telefono, pais, mensaje } = input as Record<string, unknown>;
  if (typeof telefono !== 'string') return input;
  const [first = '', ...others] = splitPhones(telefono);
  const told = [mensaje, ...others.map(importStrings.otherPhone)].join('\n');
  return {
    ...input,
    telefono: completePhone(first, String(pais ?? '')),
    ...(others.length > 0 && typeof mensaje === 'string' && mensaje.trim() && { mensaje: told }),
  };
}

export type Enquiry = z.infer<typeof enquirySchema>;

/** A UUID of any version, in lower case. */
export const submissionIdSchema = z.guid().toLowerCase();

/** The CRM's name of the visitor's country; ROW becomes 'Otro'. */
export function countryName(code: EnquiryCountryCode): LeadCountry {
  const label = ENQUIRY_COUNTRIES.find((country) => country.code === code)?.label;
  return label === undefined || label === 'Otro país' ? 'Otro' : label;
}
