import { BILLINGS, PLANS } from '~/shared/leads/plans';
import type { Value } from '~/shared/numbers/report';

/** How many leads, and their value in USD a month. */
export class Worth implements Omit<Value, 'query'> {
  total = 0;
  monthly = 0;
  without_plan = 0;

  add(plan: string | null, billing: string | null, many = 1): void {
    this.total += many;
    this.monthly += many * priceOf(plan, billing);
    if (plan === null) this.without_plan += many;
  }
}

/** Monthly price of a plan; without a billing period the lower one. */
function priceOf(id: string | null, billing: string | null): number {
  const plan = PLANS.find((each) => each.id === id);
  return plan?.prices[BILLINGS.find((each) => each === billing) ?? 'anual'] ?? 0;
}

/** For sorting: plans on sale in their order, then discontinued ones, then none. */
export function rankOfPlan(id: string | null): number {
  const at = PLANS.findIndex((plan) => plan.id === id);
  return id === null ? PLANS.length + 1 : at < 0 ? PLANS.length : at;
}
