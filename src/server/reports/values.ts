import { BILLINGS, PLANS } from '~/shared/leads/plans';
import type { Value } from '~/shared/numbers/report';

/** Leads per plan and billing period, by `worthKey`. */
export type Worths = Iterable<readonly [key: string, { many: number }]>;

const WAYS: readonly (string | null)[] = BILLINGS;

/** Key of a plan and billing period: one digit for the latter's index from 1 (0: none), then the plan. */
export function worthKey(plan: string | null, billing: string | null): string {
  return `${WAYS.indexOf(billing) + 1}${plan ?? ''}`;
}

/** Value of leads in USD a month; `only` limits it to one plan (null: to none). */
export function worthOf(worths: Worths, only?: string | null): Omit<Value, 'query'> {
  const worth = { total: 0, monthly: 0, without_plan: 0 };
  for (const [key, { many }] of worths) {
    const plan = planOf(key);
    if (only !== undefined && plan !== only) continue;
    worth.total += many;
    worth.monthly += many * priceOf(key);
    if (plan === null) worth.without_plan += many;
  }
  return worth;
}

/** Plans that occur: those on sale in their order, then discontinued ones, then none. */
export function plansOf(...worths: Worths[]): (string | null)[] {
  const plans = worths.flatMap((each) => [...each].map(([key]) => planOf(key)));
  return [...new Set(plans)].sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf(id: string | null): number {
  const at = PLANS.findIndex((plan) => plan.id === id);
  return id === null ? PLANS.length + 1 : at < 0 ? PLANS.length : at;
}

const planOf = (key: string) => key.slice(1) || null;

/** Monthly price of a plan; without a billing period the lower one. */
export function priceOf(key: string): number {
  const plan = PLANS.find(({ id }) => id === planOf(key));
  return plan?.prices[BILLINGS[Number(key[0]) - 1] ?? 'anual'] ?? 0;
}
