import { newCoordinatorSchema } from '~/shared/accounts/schema';
import { companyStrings } from '~/shared/strings/companies';
import { emailText, optionalText, requiredText } from '~/shared/text';
import { hasChanges, rule, z } from '~/shared/zod';
import { AGENCY_PLANS, AGENT_STATUSES, COMPANY_STATUSES } from './enums';

const { errors } = companyStrings;

export const COMPANY_LIMITS = { name: 120, country: 60, email: 254 } as const;

/** A country is free text, as agencies may be anywhere; the form offers the countries of leads. */
const companyFields = {
  name: requiredText(errors.nameRequired.es, COMPANY_LIMITS.name, errors.nameLong),
  country: optionalText(COMPANY_LIMITS.country, errors.countryLong),
};

export const companyFormSchema = z.strictObject(companyFields);

/**
 * `confirm: false` refuses a name that is taken and answers with that agency; otherwise it is created all the same.
 * Given the number of a won lead, missing fields come from the lead.
 */
const newCompanySchema = companyFormSchema.extend({
  name: companyFields.name.optional(),
  confirm: z.boolean({ error: errors.confirmInvalid }).optional(),
  lead_id: z.int({ error: errors.leadInvalid }).positive(errors.leadInvalid).optional(),
});

const isNamed = ({ name, lead_id }: z.infer<typeof newCompanySchema>) => name !== undefined || lead_id !== undefined;
const unnamed = rule(errors.nameRequired, 'name');

/** For programs, which create no accounts. */
export const createCompanyByProgramSchema = newCompanySchema.refine(isNamed, unnamed);

/** Agency and coordinator are created together or not at all. */
export const createCompanySchema = newCompanySchema
  .extend({ coordinator: newCoordinatorSchema.optional() })
  .refine(isNamed, unnamed);
export type CreateCompany = z.infer<typeof createCompanySchema>;

/** At least one field; missing ones stay as they are. */
export const updateCompanySchema = z
  .strictObject({
    ...companyFields,
    plan: z.enum(AGENCY_PLANS, { error: errors.planInvalid }),
    status: z.enum(COMPANY_STATUSES, { error: errors.statusInvalid }),
  })
  .partial()
  .refine(hasChanges, rule(errors.nothingToChange));
export type UpdateCompany = z.infer<typeof updateCompanySchema>;

const agentFields = {
  name: requiredText(errors.agentNameRequired, COMPANY_LIMITS.name, errors.nameLong),
  email: emailText({ required: errors.emailRequired, invalid: errors.emailInvalid }),
};

export const createAgentSchema = z.strictObject(agentFields);
export type CreateAgent = z.infer<typeof createAgentSchema>;

/** At least one field; missing ones stay as they are. */
export const updateAgentSchema = z
  .strictObject({ ...agentFields, status: z.enum(AGENT_STATUSES, { error: errors.agentStatusInvalid }) })
  .partial()
  .refine(hasChanges, rule(errors.nothingToChange));
export type UpdateAgent = z.infer<typeof updateAgentSchema>;

/** Query of the agencies' list; an empty search is none. */
export const companyListSchema = z.object({
  q: z.string().max(200, errors.searchLong).optional(),
  cursor: z.string().max(200).optional(),
});
export type CompanyListQuery = z.infer<typeof companyListSchema>;
