import { PROFILE_STATUSES } from '~/shared/accounts/account';
import { cursorSchema, idSchema, momentSchema } from '~/shared/answers';
import { DELIVERY_STATES, END_REASONS } from '~/shared/deliveries/delivery';
import { leadSchema } from '~/shared/leads/lead';
import { z } from '~/shared/zod';
import { AGENCY_PLANS, AGENT_STATUSES, COMPANY_STATUSES } from './enums';

/** Agencies and agents in answers; names are the same from database row to screen. Screens import only types. */

const companyFields = {
  id: idSchema,
  name: z.string(),
  country: z.string().nullable(),
  plan: z.enum(AGENCY_PLANS),
  status: z.enum(COMPANY_STATUSES),
  created_at: momentSchema,
};

export const companySchema = z.object(companyFields).meta({
  id: 'Company',
  examples: [
    {
      id: 12,
      name: 'Inmobiliaria Costanera',
      country: 'Argentina',
      plan: 'FREE',
      status: 'active',
      created_at: '2026-11-21T03:04:05.678Z',
    },
  ],
});
export type Company = z.infer<typeof companySchema>;
export const companyAnswer = z.object({ company: companySchema });

/** A new agency; if asked for, with its coordinator, and whether the access link was sent. */
export const createdCompanyAnswer = z.object({
  company: companySchema,
  coordinator: z.exactOptional(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  magicLinkSent: z.exactOptional(z.boolean()),
});
export type CreatedCompany = z.infer<typeof createdCompanyAnswer>;

/** An agency as the list shows it. */
const listedCompanySchema = z
  .object({
    ...companyFields,
    coordinator_name: z.string().nullable(),
    active_agents: z.int().nonnegative(),
    /** Last change to the agency, its coordinator or its agents. */
    changed_at: momentSchema,
  })
  .meta({ id: 'ListedCompany' });
export type ListedCompany = z.infer<typeof listedCompanySchema>;

export const companyPageSchema = z
  .object({ companies: z.array(listedCompanySchema), next_cursor: cursorSchema })
  .meta({ id: 'CompanyPage' });
export type CompanyPage = z.infer<typeof companyPageSchema>;

const agentSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    email: z.string(),
    status: z.enum(AGENT_STATUSES),
    company_id: idSchema,
  })
  .meta({
    id: 'Agent',
    examples: [{ id: 3, name: 'Luz Paz', email: 'luz@ejemplo.com', status: 'active', company_id: 12 }],
  });
export type Agent = z.infer<typeof agentSchema>;
export const agentAnswer = z.object({ agent: agentSchema });
export const agentsAnswer = z.object({ agents: z.array(agentSchema) });

/** A coordinator, as administrators see them. */
const coordinatorSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    status: z.enum(PROFILE_STATUSES),
    /** When the initial password expires; null if the coordinator has chosen one, or if it was invalidated. */
    password_expires_at: momentSchema.nullable(),
    created_at: momentSchema,
    /** Whether an app or a passkey is set up. */
    second_factor: z.boolean(),
    /** Whether a link to choose a password is awaited that an administrator may hand over. */
    awaits_link: z.boolean(),
  })
  .meta({ id: 'Coordinator' });
export type Coordinator = z.infer<typeof coordinatorSchema>;

/** The latest mail to a user, shown beside their account. */
const lastMailSchema = z.object({
  id: idSchema,
  event: z.string(),
  state: z.enum(DELIVERY_STATES),
  ended_in: z.enum(END_REASONS).nullable(),
  created_at: momentSchema,
});
export type LastMail = z.infer<typeof lastMailSchema>;

/** An agency with its people and the latest mail to its coordinator. */
export const companyDetailSchema = z
  .object({
    company: companySchema,
    coordinator: coordinatorSchema.nullable(),
    last_mail: z.exactOptional(lastMailSchema),
    agents: z.array(agentSchema),
    /** The lead it was created from, unless that is gone or in the trash. */
    lead: z.exactOptional(leadSchema.pick({ id: true, nombre: true, email: true })),
  })
  .meta({ id: 'CompanyDetail' });
export type CompanyDetail = z.infer<typeof companyDetailSchema>;

export type LeadOfCompany = NonNullable<CompanyDetail['lead']>;

/** An agency as its coordinator sees it. */
export type OwnCompanyDetail = Pick<CompanyDetail, 'company' | 'agents'>;
