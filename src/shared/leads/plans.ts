import { id as ids, name as names, priceAnnual, priceMonthly } from '~/content/plans.yaml';

/** Plans a lead may want, and how they are paid. Names and prices are the editors'. */
export const PLANS = ids.map((id, place) => ({
  id,
  name: names[place] ?? id,
  prices: { anual: priceAnnual[place] ?? Number.NaN, mensual: priceMonthly[place] ?? Number.NaN },
}));

export const BILLINGS = ['anual', 'mensual'] as const;
export type Billing = (typeof BILLINGS)[number];

/** Plan and billing from a topic as the site's form writes it, 'Agente de IA · anual'. */
export function planOfTopic(topic: string | null): { plan: string | null; billing: Billing | null } {
  const [name, way] = topic?.split(' · ') ?? [];
  const plan = PLANS.find((one) => one.name === name)?.id ?? null;
  const billing = plan === null ? undefined : BILLINGS.find((one) => one === way);
  return { plan, billing: billing ?? null };
}

/** A plan's name; its id if editors have since removed it. */
export function planName(id: string): string {
  return PLANS.find((plan) => plan.id === id)?.name ?? id;
}
