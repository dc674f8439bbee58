import { countToDoBy, dueOn } from '~/shared/leads/agenda';
import type { LeadCounters } from '~/shared/leads/counters';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import type { SavedView } from '~/shared/leads/views';
import { leadStrings } from '~/shared/strings/leads';
import { REPLY, WAITING } from '../list/WaitingHead';

const { views: names } = leadStrings;

/** The built-in views and their lists. */
const LISTS = {
  todos: {},
  mi_dia: { owner: 'me', agenda: 'dia' },
  esperan_respuesta: REPLY,
  mios: { owner: 'me' },
  hoy: { agenda: 'hoy' },
  vencidos: { agenda: 'vencidos' },
  sin_contactar: WAITING,
  sin_dueno: { owner: 'none' },
  duplicados: { duplicados: 'si' },
} as const satisfies Partial<Record<keyof typeof names, LeadFilters>>;

type Name = keyof typeof LISTS;

/** A worklist, with its count if known. */
export type View = {
  name: string;
  query: string;
  total: number | null;
  isAlarm: boolean;
  isSaved: boolean;
  /** What a saved view asks for that no longer exists. */
  problem: string | null;
};

/** The views, and which list is shown. */
export type Views = { views: readonly View[]; shown: string };

type Reader = { counters: LeadCounters | null; today: string; userId: string; filters: LeadFilters };

/**
 * The reader's views: 'Todos' first, the saved ones last. An empty built-in view is left out, unless it is the list
 * shown or `met` says it held somebody a moment ago: a worklist in use does not move.
 */
export function listViews(
  { counters, today, userId, filters }: Reader,
  saved: readonly SavedView[],
  met: ReadonlySet<string> = new Set(),
): Views {
  const shown = toQuery(filters);
  const totals = counters && countViews(counters, today, userId);
  const own = (Object.keys(LISTS) as Name[])
    .map((name) => ({
      name: names[name],
      query: toQuery(LISTS[name]),
      // Without a connected number nobody sees this one, even where nothing could be counted.
      total: totals?.[name] ?? (name === 'esperan_respuesta' ? 0 : null),
      isAlarm: name === 'vencidos',
      isSaved: false,
      problem: null,
    }))
    .filter(({ query, total }) => query === '' || total !== 0 || query === shown || met.has(query));
  const kept = saved.map(({ name, opens, total, problem }) => ({
    name,
    query: opens,
    total,
    isAlarm: problem !== null,
    isSaved: true,
    problem,
  }));
  return { views: [...own, ...kept], shown };
}

function countViews(
  { total, agenda, duenos, por_hacer, sin_contactar, esperan_respuesta, duplicados }: LeadCounters,
  today: string,
  userId: string,
): Record<Name, number> {
  return {
    todos: total,
    ...dueOn(agenda, today),
    mi_dia: countToDoBy(today, por_hacer[userId]),
    mios: duenos[userId] ?? 0,
    sin_dueno: duenos[''] ?? 0,
    sin_contactar,
    esperan_respuesta,
    duplicados,
  };
}
