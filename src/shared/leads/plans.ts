import { id as ids, name as names, priceAnnual, priceMonthly } from '~/content/plans.yaml';

/** Plans as a lead may want them, and how they are paid. What they are called and cost is the editors'. */
export const PLANS = ids.map((id, place) => ({
  id,
  name: names[place] ?? id,
  prices: { anual: priceAnnual[place] ?? Number.NaN, mensual: priceMonthly[place] ?? Number.NaN },
}));

export const BILLINGS = ['anual', 'mensual'] as const;
export type Billing = (typeof BILLINGS)[number];

/** What a plan is called; its id where editors have taken it away since. */
export function planName(id: string): string {
  return PLANS.find((plan) => plan.id === id)?.name ?? id;
}
