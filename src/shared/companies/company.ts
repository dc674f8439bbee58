import type { z } from '~/shared/zod';
import type {
  agentSchema,
  companyDetailSchema,
  companyPageSchema,
  companySchema,
  createdCompanyAnswer,
  listedCompanySchema,
} from './answers';

/** What an agency and its agents are, as they travel from the database's rows to a screen. */

export const PLANS = ['FREE', 'PRO'] as const;
export type Plan = (typeof PLANS)[number];

export const COMPANY_STATUSES = ['active', 'inactive'] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

export type Company = z.infer<typeof companySchema>;

/** What is answered to whoever makes one. */
export type CreatedCompany = z.infer<typeof createdCompanyAnswer>;

/** An agency as the list shows it. */
export type ListedCompany = z.infer<typeof listedCompanySchema>;

export type CompanyPage = z.infer<typeof companyPageSchema>;

export const AGENT_STATUSES = ['active', 'suspended'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export type Agent = z.infer<typeof agentSchema>;

/** An agency with its people, and the last mail to its coordinator. */
export type CompanyDetail = z.infer<typeof companyDetailSchema>;

export type LeadOfCompany = NonNullable<CompanyDetail['lead']>;

/** An agency as its coordinator sees it. */
export type OwnCompanyDetail = Pick<CompanyDetail, 'company' | 'agents'>;

/** How many active agents the FREE plan allows; PRO has no limit. */
export const FREE_AGENT_LIMIT = 5;

/** How many active agents a plan allows. */
export function agentLimit(plan: Plan): number {
  return plan === 'FREE' ? FREE_AGENT_LIMIT : Number.POSITIVE_INFINITY;
}

/** The order of agents: by name, as in Spanish. */
export function compareAgents(a: Agent, b: Agent): number {
  return collator.compare(a.name, b.name) || a.id - b.id;
}

const collator = new Intl.Collator('es');

/** A plan's name and features, as editors wrote them. */
type PlanContent = { name: string; features: string[] };
export type PlanContents = Record<Plan, PlanContent>;
