import { leadStrings } from '~/shared/strings/leads';
import { describeNumber } from '../counts';
import { formatDay } from './days';
import { findField } from './fields';
import type { Lead } from './lead';
import { PLANS, planName } from './plans';

/** A field's value as people read it. */
export function describeLeadValue(name: string, given: string | number): string {
  const field = findField(name);
  if (field?.kind === 'number') return describeNumber(Number(given));
  const value = String(given);
  if (field?.kind === 'plan') return planName(value);
  if (field?.kind === 'day') return formatDay(value);
  return field?.labels?.[value] ?? value;
}

/** 'Chat con IA · Anual · USD 50 por mes'; null without a plan. */
export function describePlan({ plan, billing }: Pick<Lead, 'plan' | 'billing'>): string | null {
  if (plan === null) return null;
  const price = billing && PLANS.find(({ id }) => id === plan)?.prices[billing];
  const parts = [planName(plan), billing && leadStrings.billings[billing], price && leadStrings.plan.monthly(price)];
  return parts.filter(Boolean).join(' · ');
}
