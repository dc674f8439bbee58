import { z } from 'zod';
import type { LeadCountry } from '~/shared/leads/lead';
import { enquiryStrings } from '~/shared/strings/enquiries';
import { emailText, requiredText } from '~/shared/text';
import { ENQUIRY_COUNTRIES, ENQUIRY_LIMITS, type EnquiryCountryCode, PHONE_PATTERN } from './fields';
import { tidyPhone } from './phone';

const { errors } = enquiryStrings;
const codes = ENQUIRY_COUNTRIES.map((country) => country.code) as [
  EnquiryCountryCode,
  ...EnquiryCountryCode[],
];

/** The contact form as it is submitted. `submission_id` may be empty: without a script the form has none. */
export const enquirySchema = z.preprocess(
  completePhone,
  z.object({
    nombre: requiredText({
      required: errors.nombreRequired,
      max: ENQUIRY_LIMITS.nombre,
      tooLong: errors.nombreLong,
    }),
    email: emailText({ required: errors.emailRequired, invalid: errors.emailInvalid }),
    pais: z.enum(codes, { error: errors.paisInvalid }),
    telefono: z
      .string({ error: errors.telefonoRequired })
      .trim()
      .min(1, errors.telefonoRequired)
      .regex(new RegExp(`^${PHONE_PATTERN}$`), errors.telefonoInvalid),
    mensaje: requiredText({
      required: errors.mensajeRequired,
      max: ENQUIRY_LIMITS.mensaje,
      tooLong: errors.mensajeLong,
      lines: 'many',
    }),
  }),
);

/** The number as the form itself completes it where its script runs; the schema judges the result. */
function completePhone(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { telefono, pais } = input as Record<string, unknown>;
  if (typeof telefono !== 'string') return input;
  return { ...input, telefono: tidyPhone(telefono, String(pais ?? '')) };
}

export type Enquiry = z.infer<typeof enquirySchema>;

/** A submission_id that can identify a submission: a UUID of any version, folded to lower case. */
export const submissionIdSchema = z.guid().toLowerCase();

/** The CRM's name for the country that a visitor chose: its own name, and 'Otro' for ROW. */
export function countryName(code: EnquiryCountryCode): LeadCountry {
  const label = ENQUIRY_COUNTRIES.find((country) => country.code === code)?.label;
  return label === undefined || label === 'Otro país' ? 'Otro' : label;
}
