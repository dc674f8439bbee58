import { BILLINGS, PLANS } from '~/shared/leads/plans';
import type { Value } from '~/shared/numbers/report';

const BILLING_PERIODS: readonly (string | null)[] = BILLINGS;

/** Leads per plan and billing period. A key is one digit for the latter's index from 1 (0: none), then the plan. */
export class PlanCounts extends Map<string, number> {
  add(plan: string | null, billing: string | null, many = 1): void {
    const key = `${BILLING_PERIODS.indexOf(billing) + 1}${plan ?? ''}`;
    this.set(key, (this.get(key) ?? 0) + many);
  }
}

/** Value of leads in USD a month; `only` limits it to one plan (null: to none). */
export function valueOfPlans(leads: PlanCounts, only?: string | null): Omit<Value, 'query'> {
  const worth = { total: 0, monthly: 0, without_plan: 0 };
  for (const [key, many] of leads) {
    const plan = planOf(key);
    if (only !== undefined && plan !== only) continue;
    worth.total += many;
    worth.monthly += many * priceOf(key);
    if (plan === null) worth.without_plan += many;
  }
  return worth;
}

/** Plans that occur: those on sale in their order, then discontinued ones, then none. */
export function plansOf(...worths: PlanCounts[]): (string | null)[] {
  const plans = worths.flatMap((each) => [...each.keys()].map(planOf));
  return [...new Set(plans)].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(id: string | null): number {
  const at = PLANS.findIndex((plan) => plan.id === id);
  return id === null ? PLANS.length + 1 : at < 0 ? PLANS.length : at;
}

const planOf = (key: string) => key.slice(1) || null;

/** Monthly price of a plan; without a billing period the lower one. */
export function priceOf(key: string): number {
  const plan = PLANS.find(({ id }) => id === planOf(key));
  return plan?.prices[BILLINGS[Number(key[0]) - 1] ?? 'anual'] ?? 0;
}
