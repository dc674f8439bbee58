import { useId } from 'react';
import { dueOf } from '~/shared/leads/agenda';
import { fromQuery, panelPath, toQuery } from '~/shared/leads/filter-params';
import type { LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import type { SavedView } from '~/shared/leads/views';
import { describeNumber } from '~/shared/number';
import { leadStrings } from '~/shared/strings/leads';
import { isPlainClick } from '../../ui/plain-click';
import { showToast } from '../../ui/toasts/toasts';
import { WAITING } from '../list/WaitingHead';

const { views: strings } = leadStrings;

type Name = 'todos' | 'mios' | 'hoy' | 'vencidos' | 'sin_dueno' | 'sin_contactar';

export const VIEWS: readonly { name: Name; filters: LeadFilters }[] = [
  { name: 'todos', filters: {} },
  { name: 'mios', filters: { owner: 'me' } },
  { name: 'hoy', filters: { agenda: 'hoy' } },
  { name: 'vencidos', filters: { agenda: 'vencidos' } },
  { name: 'sin_dueno', filters: { owner: 'none' } },
  { name: 'sin_contactar', filters: WAITING },
];

/** What is done with views: a list is saved as one, or they are arranged. */
export type ViewWork = 'save' | 'arrange';

/** The lists that somebody works through in a day, and the saved ones, each with how many it holds now. */
export function Views({
  counters,
  today,
  userId,
  filters,
  saved,
  onChoose,
  onArrange,
}: {
  counters: LeadCounters | null;
  today: string;
  userId: string;
  filters: LeadFilters;
  saved: readonly SavedView[];
  onChoose: (filters: LeadFilters) => void;
  onArrange: () => void;
}) {
  const id = useId();
  const counts = counters && countViews(counters, today, userId);
  const shown = toQuery(filters);
  const views = [
    ...VIEWS.map(({ name, filters }) => ({
      key: name as Name | number,
      name: strings[name] as string,
      filters,
      count: counts && name !== 'todos' ? counts[name] : null,
      problem: null as string | null,
    })),
    ...saved.map(({ id, name, opens, total, problem }) => ({
      key: id,
      name,
      filters: fromQuery(opens),
      count: total,
      problem,
    })),
  ];
  return (
    <nav aria-label={strings.title} className="lead-views">
      <ul>
        {views.map(({ key, name, filters: own, count, problem }) => (
          <li
            key={key}
            title={problem ?? undefined}
            data-alarm={problem !== null || (key === 'vencidos' && count) || undefined}
          >
            <a
              href={panelPath(own)}
              aria-current={shown === toQuery(own) ? 'page' : undefined}
              aria-describedby={count !== null ? `${id}-${key}` : undefined}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                if (problem) showToast({ tone: 'error', text: name, detail: problem });
                onChoose(own);
              }}
            >
              {name}
            </a>
            {count !== null && <span id={`${id}-${key}`}>{describeNumber(count)}</span>}
          </li>
        ))}
      </ul>
      {saved.length > 0 && (
        <button type="button" onClick={onArrange}>
          {strings.arrange}
        </button>
      )}
    </nav>
  );
}

function countViews({ agenda, duenos, sin_contactar }: LeadCounters, today: string, userId: string) {
  // A server of the version before this one, which may answer for a moment, does not say these.
  const { hoy, vencidos } = agenda ? dueOf(agenda, today) : { hoy: 0, vencidos: 0 };
  return { hoy, vencidos, mios: duenos?.[userId] ?? 0, sin_dueno: duenos?.[''] ?? 0, sin_contactar };
}
