import { toQuery } from '~/shared/leads/filter-params';
import type { CounterName, LeadCounters as Counters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { describeNumber } from '~/shared/number';
import { leadStrings } from '~/shared/strings/leads';
import { isPlainClick } from '../../ui/plain-click';

/** Each counter, and the filters that list exactly the leads it counts. */
const COUNTERS: readonly { name: CounterName; filters: LeadFilters }[] = [
  { name: 'total', filters: {} },
  { name: 'nuevos_7_dias', filters: { creados: '7d' } },
  { name: 'contactado', filters: { estado: 'contactado' } },
  { name: 'en_seguimiento', filters: { estado: 'en_seguimiento' } },
  { name: 'ganado', filters: { estado: 'ganado' } },
  { name: 'perdido', filters: { estado: 'perdido' } },
];

/**
 * The six counters above the list, in one line. Each shows its change since a week ago and links to the list of the
 * leads that it counts. `counters` is null if they could not be read.
 */
export function LeadCounters({
  counters,
  filters,
  onChoose,
}: {
  counters: Counters | null;
  filters: LeadFilters;
  onChoose: (filters: LeadFilters) => void;
}) {
  const shown = toQuery(filters);
  return (
    <dl className="lead-counters">
      {COUNTERS.map(({ name, filters: own }) => {
        const query = toQuery(own);
        const change = counters ? counters[name] - counters.semana_anterior[name] : 0;
        const describe = name === 'nuevos_7_dias' ? leadStrings.trendOfNew : leadStrings.trend;
        return (
          <div key={name} className={shown === query ? 'lead-counter-shown' : undefined}>
            <dt>
              <a
                href={query ? `/panel?${query}` : '/panel'}
                title={counters ? describe(change) : undefined}
                aria-current={shown === query ? 'true' : undefined}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  onChoose(own);
                }}
              >
                {leadStrings.counters[name]}
              </a>
            </dt>
            {/* CSS draws the change (data-trend); the link's title says it in words. */}
            <dd data-trend={change === 0 ? undefined : signed(change)} data-bad={isBad(name, change)}>
              {counters ? describeNumber(counters[name]) : leadStrings.unread}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function signed(change: number): string {
  return `${change > 0 ? '+' : '−'}${describeNumber(Math.abs(change))}`;
}

/** More lost leads are bad news; of the other counters, fewer are. */
function isBad(name: CounterName, change: number): true | undefined {
  return (name === 'perdido' ? change > 0 : change < 0) || undefined;
}
