import { daySchema, momentSchema } from '../answers';
import { emptiableEmail, optionalText, requiredText } from '../text';
import { emptyAsNull, rule, type Sentence, z } from '../zod';
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
export type Faults = { wrong: string | Sentence; missing?: string };

const spanish = (fault: string | Sentence) => (typeof fault === 'string' ? fault : fault.es);

const checked =
  (isValid: (text: string) => boolean) =>
  (_: Field, { wrong }: Faults) => {
    const error = typeof wrong === 'string' ? wrong : rule(wrong);
    return emptyAsNull(
      z
        .string({ error: spanish(wrong) })
        .refine(isValid, error)
        .nullish(),
    );
  };

const MAX_NUMBER = 1_000_000_000;

const INPUTS: Record<Exclude<Field['kind'], 'moment'>, (field: Field, faults: Faults) => z.ZodType> = {
  text: ({ max = 0, filled, lines }, { wrong, missing = spanish(wrong) }) =>
    filled ? requiredText(missing, max, spanish(wrong)) : optionalText(max, spanish(wrong), lines ? 'many' : 'one'),
  email: (_, { wrong }) => emptiableEmail(spanish(wrong)),
  phone: ({ max = 0 }, { wrong }) => optionalText(max, spanish(wrong), 'phone'),
  choice: ({ values = [], filled }, { wrong }) => {
    const choice = z.enum(values, { error: spanish(wrong) });
    return filled ? choice : emptyAsNull(choice.nullish());
  },
  number: ({ max = MAX_NUMBER }, { wrong }) => {
    const error = spanish(wrong);
    return emptyAsNull(z.number({ error }).min(0, error).max(max, error).nullish());
  },
  day: checked(isDay),
  hour: checked(isHour),
  person: checked((id) => id.length <= 64),
  plan: checked((id) => PLANS.some((plan) => plan.id === id)),
};

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
