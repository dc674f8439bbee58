import type { Coordinator } from '~/shared/accounts/coordinator';
import type { LastMail } from '~/shared/deliveries/delivery';
import type { Lead } from '~/shared/leads/lead';
import type { Page } from '~/shared/paging';

/** What an agency and its agents are, as they travel from the database's rows to a screen. */

export const PLANS = ['FREE', 'PRO'] as const;
export type Plan = (typeof PLANS)[number];

export const COMPANY_STATUSES = ['active', 'inactive'] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

export type Company = {
  id: number;
  name: string;
  country: string | null;
  plan: Plan;
  status: CompanyStatus;
  created_at: string;
};

/** An agency as the list shows it. */
export type ListedCompany = Company & {
  coordinator_name: string | null;
  active_agents: number;
  /** When something of it, its coordinator or its agents was last changed. */
  changed_at: string;
};

export type CompanyPage = Page<'companies', ListedCompany>;

export const AGENT_STATUSES = ['active', 'suspended'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

export type Agent = {
  id: number;
  name: string;
  email: string;
  status: AgentStatus;
  company_id: number;
};

/** An agency with its people, and the last mail to its coordinator. */
export type CompanyDetail = {
  company: Company;
  coordinator: Coordinator | null;
  last_mail?: LastMail;
  agents: Agent[];
  /** The lead that it came from, while that is there and not in the trash. */
  lead?: LeadOfCompany;
};

export type LeadOfCompany = Pick<Lead, 'id' | 'nombre' | 'email'>;

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
