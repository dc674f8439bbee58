import { BILLINGS, PLANS } from '~/shared/leads/plans';
import type { Value } from '~/shared/numbers/report';

/** How many leads there are of each plan and way of paying, both as one text. */
export type Worths = Iterable<readonly [key: string, { many: number }]>;

const WAYS: readonly (string | null)[] = BILLINGS;

/** A plan and how it would be paid as one text: the way's place among all, 0 for none, and the plan. */
export function worthKey(plan: string | null, billing: string | null): string {
  return `${WAYS.indexOf(billing) + 1}${plan ?? ''}`;
}

/** What leads are worth, in USD a month; of one plan's alone (null: of none's), if it is named. */
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

/** The plans that some leads have, as they are sold, then those that no longer are, then none. */
export function plansOf(...worths: Worths[]): (string | null)[] {
  const plans = worths.flatMap((each) => [...each].map(([key]) => planOf(key)));
  return [...new Set(plans)].sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf(id: string | null): number {
  const at = PLANS.findIndex((plan) => plan.id === id);
  return id === null ? PLANS.length + 1 : at < 0 ? PLANS.length : at;
}

const planOf = (key: string) => key.slice(1) || null;

/** A month of a plan. Where nobody has said how it would be paid, the lower price counts. */
export function priceOf(key: string): number {
  const plan = PLANS.find(({ id }) => id === planOf(key));
  return plan?.prices[BILLINGS[Number(key[0]) - 1] ?? 'anual'] ?? 0;
}
