import type { z } from '~/shared/zod';
import type {
  agentSchema,
  companyDetailSchema,
  companyPageSchema,
  companySchema,
  createdCompanyAnswer,
  listedCompanySchema,
} from './answers';

/** Agencies and agents; names are the same from database row to screen. */

export const PLANS = ['FREE', 'PRO'] as const;
export type Plan = (typeof PLANS)[number];

export const COMPANY_STATUSES = ['active', 'inactive'] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

export type Company = z.infer<typeof companySchema>;

export type CreatedCompany = z.infer<typeof createdCompanyAnswer>;

export type ListedCompany = z.infer<typeof listedCompanySchema>;

export type CompanyPage = z.infer<typeof companyPageSchema>;

export const AGENT_STATUSES = ['active', 'suspended'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export type Agent = z.infer<typeof agentSchema>;

export type CompanyDetail = z.infer<typeof companyDetailSchema>;

export type LeadOfCompany = NonNullable<CompanyDetail['lead']>;

/** An agency as its coordinator sees it. */
export type OwnCompanyDetail = Pick<CompanyDetail, 'company' | 'agents'>;

/** Active agents allowed by the FREE plan; PRO has no limit. */
export const FREE_AGENT_LIMIT = 5;

/** How many active agents a plan allows. */
export function agentLimit(plan: Plan): number {
  return plan === 'FREE' ? FREE_AGENT_LIMIT : Number.POSITIVE_INFINITY;
}

/** Sorts agents by name, in Spanish order. */
export function compareAgents(a: Agent, b: Agent): number {
  return collator.compare(a.name, b.name) || a.id - b.id;
}

const collator = new Intl.Collator('es');

/** As editors wrote it. */
type PlanContent = { name: string; features: string[] };
export type PlanContents = Record<Plan, PlanContent>;
