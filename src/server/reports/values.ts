import { NONE } from '~/shared/leads/filters';
import { LEAD_STATUSES, type LeadStatus } from '~/shared/leads/lead';
import { BILLINGS, PLANS, planName } from '~/shared/leads/plans';
import type { LeadFilters } from '~/shared/leads/schema';
import type { Count, OpenStatus, Report, Value } from '~/shared/numbers/report';
import { leadStrings } from '~/shared/strings/leads';
import type { Tally } from './tally';

/** Makes a count of those who came in a period: its query is that of the list that holds exactly them. */
export type Counter = (total: number | undefined, filters?: LeadFilters) => Count;

const OPEN = ['nuevo', 'contactado', 'en_seguimiento'] as const satisfies readonly OpenStatus[];

/** What the leads of a period are worth a month: those that were won, and those that may still be. */
export function describeValues(
  { before, now }: { before: Tally; now: Tally },
  count: Counter,
  countBefore: Counter,
): Omit<Report['won'], 'days'> {
  const plans = [...new Set([...now.values.keys()].map((key) => planOf(key)))].sort(byPrice);
  return {
    ...worthOf(now, ['ganado'], count, { estado: 'ganado' }),
    before: worthOf(before, ['ganado'], countBefore, { estado: 'ganado' }),
    in_play: worthOf(now, OPEN, count, { open: 'yes' }),
    by_plan: plans.map((plan) => {
      const filters = { plan: plan || NONE };
      const of = (estado: LeadStatus) => worthOf(now, [estado], count, { ...filters, estado }, plan);
      return {
        plan: plan || null,
        name: plan ? planName(plan) : leadStrings.none,
        won: of('ganado'),
        standing: { nuevo: of('nuevo'), contactado: of('contactado'), en_seguimiento: of('en_seguimiento') },
      };
    }),
  };
}

/** Those of some statuses, and of one plan if it is named. */
function worthOf(
  { values }: Tally,
  statuses: readonly LeadStatus[],
  count: Counter,
  filters: LeadFilters,
  only?: string,
): Value {
  let [total, monthly, without_plan] = [0, 0, 0];
  for (const [key, standing] of values) {
    const plan = planOf(key);
    if (only !== undefined && plan !== only) continue;
    const many = statuses.reduce((sum, estado) => sum + (standing[LEAD_STATUSES.indexOf(estado)] ?? 0), 0);
    total += many;
    monthly += many * priceOf(key);
    if (plan === '') without_plan += many;
  }
  return { ...count(total, filters), monthly, without_plan };
}

const planOf = (key: string) => key.slice(1);

/** A month of a plan. Where nobody has said how it would be paid, the lower price counts. */
function priceOf(key: string): number {
  const plan = PLANS.find(({ id }) => id === planOf(key));
  return plan?.prices[BILLINGS[Number(key[0]) - 1] ?? 'anual'] ?? 0;
}

/** As they are sold, then those that no longer are, then none. */
function byPrice(a: string, b: string): number {
  const place = (id: string) => {
    const at = PLANS.findIndex((plan) => plan.id === id);
    return id === '' ? PLANS.length + 1 : at < 0 ? PLANS.length : at;
  };
  return place(a) - place(b);
}
