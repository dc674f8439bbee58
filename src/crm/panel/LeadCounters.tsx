import { toQuery } from '~/shared/leads/filter-params';
import type { LeadCounters as Counters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { isPlainClick } from '../ui/plain-click';

/** Each counter and the list that holds exactly what it counts. */
const COUNTERS: readonly { name: keyof Counters; filters: LeadFilters; accent: string }[] = [
  { name: 'total', filters: {}, accent: 'bg-ink' },
  { name: 'nuevos_7_dias', filters: { creados: '7d' }, accent: 'bg-terracotta' },
  { name: 'contactado', filters: { estado: 'contactado' }, accent: 'bg-petrol' },
  { name: 'en_seguimiento', filters: { estado: 'en_seguimiento' }, accent: 'bg-honey' },
  { name: 'ganado', filters: { estado: 'ganado' }, accent: 'bg-leaf' },
  { name: 'perdido', filters: { estado: 'perdido' }, accent: 'bg-ink-faint' },
];

/** The six counters above the list; each leads to its own list. Null where they could not be read. */
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
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-2 sm:grid-cols-3 lg:grid-cols-6 lg:gap-3">
      {COUNTERS.map(({ name, filters: own, accent }) => {
        const query = toQuery(own);
        const isShown = shown === query;
        return (
          <div
            key={name}
            className={`relative flex flex-col justify-between rounded-xl bg-white px-3 py-2.5 shadow-card transition-shadow hover:shadow-float sm:px-4 sm:py-3 ${isShown ? 'ring-2 ring-petrol' : ''}`}
          >
            <dt className="flex items-baseline gap-1.5 text-[0.8125rem] leading-tight text-ink-soft sm:text-sm">
              <span aria-hidden="true" className={`size-2 shrink-0 rounded-full max-sm:hidden ${accent}`} />
              <a
                href={query ? `/panel?${query}` : '/panel'}
                aria-current={isShown ? 'true' : undefined}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  onChoose(own);
                }}
                className="after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-petrol"
              >
                {leadStrings.counters[name]}
              </a>
            </dt>
            <dd className="mt-0.5 text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">
              {counters ? counters[name] : leadStrings.unread}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
