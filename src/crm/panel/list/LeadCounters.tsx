import { describeNumber } from '~/shared/counts';
import type { CounterName, LeadCounters as Counters } from '~/shared/leads/counters';
import { panelPath, toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { leadStrings } from '~/shared/strings/leads';
import { onPlainClick } from '../../ui/plain-click';

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
 * The six counters above the list. Each links to the leads it counts, and from there back to all. `counters` is null if
 * they could not be read.
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
        const isShown = shown === toQuery(own);
        const next = isShown ? {} : own;
        return (
          <div key={name} className={isShown ? 'lead-counter-shown' : undefined}>
            <dt>
              {isShown && name === 'total' ? (
                leadStrings.counters[name]
              ) : (
                <a
                  href={panelPath(next)}
                  aria-current={isShown ? 'true' : undefined}
                  onClick={onPlainClick(() => onChoose(next))}
                >
                  {leadStrings.counters[name]}
                </a>
              )}
            </dt>
            <dd>{counters ? describeNumber(counters[name]) : leadStrings.unread}</dd>
          </div>
        );
      })}
    </dl>
  );
}
