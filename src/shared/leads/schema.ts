import { leadErrors as errors } from '~/shared/strings/lead/errors';
import { followUpErrors } from '~/shared/strings/lead/follow-up-errors';
import { requiredText } from '~/shared/text';
import { hasChanges, rule, type Sentence, z } from '~/shared/zod';
import { CALL_OUTCOMES, CONTACT_CHANNELS, LEAD_COUNTRIES } from './enums';
import { fieldInputs } from './field-schemas';
import { CHANGEABLE, type ChangedName, CREATED_FIELDS } from './fields';
import { enumFilter, textFilter } from './filter-schema';

/** Why a field's value is refused. */
const WRONG: Partial<Record<ChangedName, string | Sentence>> = {
  nombre: errors.nombreLong,
  email: errors.emailInvalid,
  whatsapp: errors.whatsappLong,
  pais: errors.paisInvalid,
  client_type: errors.clientTypeInvalid,
  mensaje: errors.mensajeLong,
  empresa: errors.empresaLong,
  estado: errors.estadoInvalid,
  owner_id: followUpErrors.ownerInvalid,
  next_contact_on: followUpErrors.nextContactInvalid,
  next_contact_at: followUpErrors.nextContactHourInvalid,
  plan: followUpErrors.planInvalid,
  billing: followUpErrors.billingInvalid,
  lost_reason: followUpErrors.lostReasonInvalid,
};
const allFields = fieldInputs(CHANGEABLE, (name) => ({
  wrong: WRONG[name] ?? errors.fieldInvalid,
  missing: errors.required.es,
}));
/** What whoever makes a lead may state of it. */
const fields = fieldsOf(CREATED_FIELDS);

function fieldsOf<Name extends ChangedName>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, allFields[name]])) as Pick<typeof allFields, Name>;
}

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
    ...fieldsOf(['owner_id', 'next_contact_on', 'next_contact_at']),
    waiting: z.boolean({ error: errors.waitingInvalid }).optional(),
  })
  .refine(({ email, whatsapp }) => email || hasDigits(whatsapp), reachable(errors.required));
export type CreateLead = z.infer<typeof createLeadSchema>;

/** A lead that nobody types in a form of ours. */
export const outsideLeadFields = z.strictObject({
  ...fields,
  ...fieldInputs(['nombre'], () => ({ wrong: errors.nombreLong, missing: errors.nombreRequired })),
  email: fields.email.default(''),
});

/** A lead from a file or program: it has an email or a number. */
export const outsideLeadSchema = outsideLeadFields.refine(
  ({ email, whatsapp }) => email || whatsapp,
  reachable(errors.unreachable),
);

/** The fields people can change. */
export const changeable = z.strictObject(allFields).partial();

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
