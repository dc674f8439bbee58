import { id as ids, name as names, priceAnnual, priceMonthly } from '~/content/plans.yaml';

/** Plans as a lead may want them, and how they are paid. What they are called and cost is the editors'. */
export const PLANS = ids.map((id, place) => ({
  id,
  name: names[place] ?? id,
  prices: { anual: priceAnnual[place] ?? Number.NaN, mensual: priceMonthly[place] ?? Number.NaN },
}));

export const BILLINGS = ['anual', 'mensual'] as const;
export type Billing = (typeof BILLINGS)[number];

/** The plan that the topic of an enquiry names as the site's form does, 'Agente de IA · anual', and how it would be paid. */
export function planOfTopic(topic: string | null): { plan: string | null; billing: Billing | null } {
  const [name, way] = topic?.split(' · ') ?? [];
  const plan = PLANS.find((one) => one.name === name)?.id ?? null;
  const billing = plan === null ? undefined : BILLINGS.find((one) => one === way);
  return { plan, billing: billing ?? null };
}

/** What a plan is called; its id where editors have taken it away since. */
export function planName(id: string): string {
  return PLANS.find((plan) => plan.id === id)?.name ?? id;
}
