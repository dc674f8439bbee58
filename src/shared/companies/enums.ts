export const AGENCY_PLANS = ['FREE', 'PRO'] as const;
export type Plan = (typeof AGENCY_PLANS)[number];

export const COMPANY_STATUSES = ['active', 'inactive'] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

export const AGENT_STATUSES = ['active', 'suspended'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** Active agents allowed by the FREE plan; PRO has no limit. */
export const FREE_AGENT_LIMIT = 5;

/** How many active agents a plan allows. */
export function agentLimit(plan: Plan): number {
  return plan === 'FREE' ? FREE_AGENT_LIMIT : Number.POSITIVE_INFINITY;
}

type Named = { id: number; name: string };

/** Sorts agents by name, in Spanish order. */
export function compareAgents(a: Named, b: Named): number {
  return collator.compare(a.name, b.name) || a.id - b.id;
}

const collator = new Intl.Collator('es');

/** As editors wrote it. */
type PlanContent = { name: string; features: string[] };
export type PlanContents = Record<Plan, PlanContent>;
