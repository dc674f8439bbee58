import { daySchema, momentSchema } from '../answers';
import { emptiableEmail, optionalText, requiredText } from '../text';
import { emptyAsNull, z } from '../zod';
import { isDay, isHour } from './days';
import {
  type ChangedName,
  type Field,
  fieldOf,
  LEAD_FIELD_NAMES,
  LEAD_FIELDS,
  type LeadFieldName,
  type LeadFieldValues,
} from './fields';
import { PLANS } from './plans';

/** What a lead's fields may hold, by kind: in answers, and where somebody states them. */

const text = () => z.string();

const ANSWERS: Record<Field['kind'], (field: Field) => z.ZodType> = {
  ...{ text, email: text, phone: text, hour: text, person: text, plan: text },
  choice: ({ values = [] }) => z.enum(values),
  day: () => daySchema,
  moment: () => momentSchema,
  number: () => z.number(),
};

function answerOf(field: Field): z.ZodType {
  const answer = ANSWERS[field.kind](field);
  return field.filled ? answer : answer.nullable();
}

export const fieldAnswers = Object.fromEntries(LEAD_FIELD_NAMES.map((name) => [name, answerOf(fieldOf(name))])) as {
  [Name in LeadFieldName]: z.ZodType<LeadFieldValues[Name]>;
};

/** What is wrong, for a value that is missing or not as its kind asks. */
export type Faults = { wrong: string; missing?: string };

const rule =
  (isValid: (text: string) => boolean) =>
  (_: Field, { wrong }: Faults) =>
    emptyAsNull(z.string({ error: wrong }).refine(isValid, wrong).nullish());

const INPUTS: Record<Exclude<Field['kind'], 'moment'>, (field: Field, faults: Faults) => z.ZodType> = {
  text: ({ max = 0, filled, lines }, { wrong, missing = wrong }) =>
    filled ? requiredText(missing, max, wrong) : optionalText(max, wrong, lines ? 'many' : 'one'),
  email: (_, { wrong }) => emptiableEmail(wrong),
  phone: ({ max = 0 }, { wrong }) => optionalText(max, wrong, 'phone'),
  choice: ({ values = [], filled }, { wrong }) => {
    const choice = z.enum(values, { error: wrong });
    return filled ? choice : emptyAsNull(choice.nullish());
  },
  number: ({ max = MAX_NUMBER }, { wrong }) =>
    emptyAsNull(z.number({ error: wrong }).min(0, wrong).max(max, wrong).nullish()),
  day: rule(isDay),
  hour: rule(isHour),
  person: rule((id) => id.length <= 64),
  plan: rule((id) => PLANS.some((plan) => plan.id === id)),
};

export const MAX_NUMBER = 1_000_000_000;

type Inputs<Name extends ChangedName> = { [One in Name]: z.ZodType<LeadFieldValues[One]> };

/** How these fields may be stated. */
export function fieldInputs<Name extends ChangedName>(
  names: readonly Name[],
  faultsOf: (name: Name) => Faults,
): Inputs<Name> {
  const inputOf = (name: Name) => {
    const field: Field & { kind: keyof typeof INPUTS } = LEAD_FIELDS[name];
    return INPUTS[field.kind](field, faultsOf(name));
  };
  return Object.fromEntries(names.map((name) => [name, inputOf(name)])) as Inputs<Name>;
}
