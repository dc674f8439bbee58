import { leadErrors as errors } from '~/shared/strings/lead/errors';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import { emptiableEmail, optionalText, requiredText } from '~/shared/text';
import { emptyAsNull, hasChanges, rule, type Sentence, z } from '~/shared/zod';
import { PHONE_LIMIT } from '../phones/written';
import { isDay, isHour } from './days';
import { CALL_OUTCOMES, CLIENT_TYPES, CONTACT_CHANNELS, LEAD_COUNTRIES, LEAD_STATUSES, LOST_REASONS } from './enums';
import { enumFilter, textFilter } from './filter-schema';
import { BILLINGS, PLANS } from './plans';

function optionalChoice<const Values extends readonly [string, ...string[]]>(values: Values, error: string) {
  return emptyAsNull(z.enum(values, { error }).nullish());
}

const nombre = (required: string) => requiredText(required, 120, errors.nombreLong);

const fields = {
  nombre: nombre(errors.required.es),
  email: emptiableEmail(errors.emailInvalid),
  whatsapp: optionalText(PHONE_LIMIT, errors.whatsappLong, 'phone'),
  pais: optionalChoice(LEAD_COUNTRIES, errors.paisInvalid),
  client_type: optionalChoice(CLIENT_TYPES, errors.clientTypeInvalid),
  mensaje: optionalText(5000, errors.mensajeLong, 'many'),
  empresa: optionalText(120, errors.empresaLong),
};

function optionalRule(isValid: (text: string) => boolean, error: Sentence) {
  return emptyAsNull(z.string({ error: error.es }).refine(isValid, rule(error)).nullish());
}

const isKnownPlan = (id: string) => PLANS.some((plan) => plan.id === id);

/** Owner and next contact. */
const followUpFields = {
  owner_id: optionalRule((id) => id.length <= 64, followUpErrors.ownerInvalid),
  next_contact_on: optionalRule(isDay, followUpErrors.nextContactInvalid),
  next_contact_at: optionalRule(isHour, followUpErrors.nextContactHourInvalid),
};

/** Refuses a person whom nobody could write to, also where another field is wrong, so that all is said at once. */
const reachable = (error: Sentence) => ({
  ...rule(error, 'email'),
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});

/** Fewer digits are no number. */
const MIN_DIGITS = 6;
const hasDigits = (text: string | null) => (text ?? '').replace(/\D/g, '').length >= MIN_DIGITS;

/**
 * A lead made by hand, of a person with an email or a number. `owner_id` defaults to its maker. `waiting`: nobody has
 * spoken with the person yet, so it awaits its first contact like an enquiry.
 */
export const createLeadSchema = z
  .strictObject({
    ...fields,
    email: fields.email.default(''),
    ...followUpFields,
    waiting: z.boolean({ error: errors.waitingInvalid }).optional(),
  })
  .refine(({ email, whatsapp }) => email || hasDigits(whatsapp), reachable(errors.required));
export type CreateLead = z.infer<typeof createLeadSchema>;

/** A lead that nobody types in a form of ours. */
export const outsideLeadFields = z.strictObject({
  ...fields,
  nombre: nombre(errors.nombreRequired),
  email: fields.email.default(''),
});

/** A lead from a file or program: it has an email or a number. */
export const outsideLeadSchema = outsideLeadFields.refine(
  ({ email, whatsapp }) => email || whatsapp,
  reachable(errors.unreachable),
);

/** The fields people can change. */
export const changeable = z
  .strictObject({
    ...fields,
    estado: z.enum(LEAD_STATUSES, { error: errors.estadoInvalid }),
    ...followUpFields,
    plan: optionalRule(isKnownPlan, followUpErrors.planInvalid),
    billing: optionalChoice(BILLINGS, followUpErrors.billingInvalid),
    lost_reason: optionalChoice(LOST_REASONS, followUpErrors.lostReasonInvalid),
  })
  .partial();

/** What somebody saw before a change, including a plan no longer sold. */
const seen = changeable.extend({ plan: z.string().max(40).nullish() });

/**
 * At least one field; missing ones stay as they are. `previous` holds the values the user saw: if somebody else has
 * changed one, it is a conflict.
 */
export const updateLeadSchema = changeable
  .extend({ previous: seen.optional() })
  .refine(({ previous, ...changes }) => hasChanges(changes), rule(errors.nothingToChange));
export type UpdateLead = z.infer<typeof updateLeadSchema>;
export type LeadChanges = z.infer<typeof changeable>;

export const noteSchema = z.strictObject({
  body: requiredText(errors.noteRequired, 5000, errors.noteLong, 'many'),
});
export type NoteInput = z.infer<typeof noteSchema>;

/** Records a contact attempt. */
export const openContactSchema = z.strictObject({
  channel: z.enum(CONTACT_CHANNELS),
  /** `false`: a lead that nobody owns stays so until its person was reached. */
  claim: z.boolean().optional(),
});

/** Undoes an act, named by one of its events. */
export const undoActSchema = z.strictObject({ event: z.int().positive() });

/** Whether the attempt reached the person, or how the call ended, or that they were answered elsewhere. */
export const answerContactSchema = z
  .strictObject({
    contacted: z.boolean().optional(),
    outcome: z.enum(CALL_OUTCOMES).optional(),
    /** The lead's `awaiting_reply_since`, as the user saw it: that wait is over. */
    replied_to: z.string().max(40).optional(),
  })
  .refine(
    (given) => Object.values(given).filter((value) => value !== undefined).length === 1,
    rule(errors.contactAnswer, 'contacted'),
  );
export type ContactAnswer = z.infer<typeof answerContactSchema>;

/** Keys that identify a person. A number without a calling code is read in its country. */
export const matchesSchema = z.strictObject({
  email: textFilter((text) => text.length <= 254),
  whatsapp: textFilter((text) => text.length <= 32),
  pais: enumFilter(LEAD_COUNTRIES),
});
