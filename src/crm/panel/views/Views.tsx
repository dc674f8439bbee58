import type { ReactNode } from 'react';
import { dueOf } from '~/shared/leads/agenda';
import { panelPath, toQuery } from '~/shared/leads/filter-params';
import type { LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { WAITING } from '../list/WaitingHead';
import { ViewLink } from './ViewLink';

const { views: strings } = leadStrings;

type View = { name: Exclude<keyof typeof strings, 'title' | 'proximos'>; filters: LeadFilters };

export const VIEWS: readonly View[] = [
  { name: 'todos', filters: {} },
  { name: 'mios', filters: { owner: 'me' } },
  { name: 'hoy', filters: { agenda: 'hoy' } },
  { name: 'vencidos', filters: { agenda: 'vencidos' } },
  { name: 'sin_dueno', filters: { owner: 'none' } },
  { name: 'sin_contactar', filters: WAITING },
  { name: 'duplicados', filters: { duplicados: 'si' } },
];

/** The lists that somebody works through in a day, each with how many it holds now. */
export function Views({
  counters,
  today,
  userId,
  filters,
  hasSaved,
  onChoose,
  children,
}: {
  counters: LeadCounters | null;
  today: string;
  userId: string;
  filters: LeadFilters;
  /** Whether there are saved ones. */
  hasSaved: boolean;
  onChoose: (filters: LeadFilters) => void;
  /** The saved ones, which come later: their line is kept for them. */
  children?: ReactNode;
}) {
  const counts = counters && countViews(counters, today, userId);
  const shown = toQuery(filters);
  return (
    <nav aria-label={strings.title} className={`lead-views ${hasSaved ? 'lead-views-more' : ''}`}>
      <ul>
        {VIEWS.map(({ name, filters: own }) => (
          <ViewLink
            key={name}
            name={strings[name]}
            href={panelPath(own)}
            total={name === 'todos' ? null : counts?.[name]}
            isShown={shown === toQuery(own)}
            isAlarm={name === 'vencidos' && Boolean(counts?.vencidos)}
            onOpen={() => onChoose(own)}
          />
        ))}
      </ul>
      {children}
    </nav>
  );
}

function countViews(
  { agenda, duenos, sin_contactar, duplicados }: LeadCounters,
  today: string,
  userId: string,
) {
  // A server of the version before this one, which may answer for a moment, does not say these.
  const { hoy, vencidos } = agenda ? dueOf(agenda, today) : { hoy: 0, vencidos: 0 };
  return {
    hoy,
    vencidos,
    mios: duenos?.[userId] ?? 0,
    sin_dueno: duenos?.[''] ?? 0,
    sin_contactar,
    duplicados,
  };
}
