import type { LeadCounters as Counters } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';

const ORDER = ['total', 'nuevos_7_dias', 'contactado', 'en_seguimiento', 'ganado', 'perdido'] as const;

/** The six counters above the list. */
export function LeadCounters({ counters }: { counters: Counters }) {
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-6 lg:gap-3">
      {ORDER.map((name) => (
        <div key={name} className="rounded-xl bg-white px-4 py-3 shadow-card">
          <dt className="text-sm text-ink-soft">{leadStrings.counters[name]}</dt>
          <dd className="mt-0.5 text-2xl font-semibold tracking-tight tabular-nums">{counters[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
