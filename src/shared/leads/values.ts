import { leadStrings } from '~/shared/strings/leads';
import { formatDay } from './days';
import type { Lead } from './lead';
import { PLANS, planName } from './plans';

const LABELS: Partial<Record<string, Record<string, string>>> = {
  estado: leadStrings.statuses,
  client_type: leadStrings.clientTypes,
  billing: leadStrings.billings,
  lost_reason: leadStrings.lostReasons,
};

/** A field's value as people read it. */
export function describeLeadValue(field: string, value: string): string {
  if (field === 'plan') return planName(value);
  if (field === 'next_contact_on') return formatDay(value);
  return LABELS[field]?.[value] ?? value;
}

/** 'Chat con IA · Anual · USD 50 por mes'; null without a plan. */
export function describePlan({ plan, billing }: Pick<Lead, 'plan' | 'billing'>): string | null {
  if (plan === null) return null;
  const price = billing && PLANS.find(({ id }) => id === plan)?.prices[billing];
  const parts = [planName(plan), billing && leadStrings.billings[billing], price && leadStrings.plan.monthly(price)];
  return parts.filter(Boolean).join(' · ');
}
