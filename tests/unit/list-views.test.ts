import { expect, it } from 'vitest';
import { listViews } from '~/crm/panel/views/list-views';
import type { LeadCounters } from '~/shared/leads/counters';
import type { SavedView } from '~/shared/leads/views';

const none = { total: 0, nuevos_7_dias: 0, contactado: 0, en_seguimiento: 0, ganado: 0, perdido: 0 };
const empty: LeadCounters = {
  ...none,
  sin_contactar: 0,
  esperan_respuesta: 0,
  duplicados: 0,
  agenda: { desde: '2026-03-02', antes: 0, dias: {} },
  duenos: {},
  por_hacer: {},
};
const counters = { ...empty, total: 9, sin_contactar: 3, duplicados: 2, duenos: { ana: 4, '': 5 } };
const reader = { counters, today: '2026-03-04', userId: 'ana', filters: {} };
const saved: SavedView[] = [
  {
    id: 1,
    name: 'De Chile',
    query: 'pais=Chile',
    opens: 'pais=Chile',
    shared: false,
    author_id: 'ana',
    author_name: 'Ana',
    may_change: true,
    problem: null,
    total: 0,
  },
];
const names = (...given: Parameters<typeof listViews>) => listViews(...given).views.map(({ name }) => name);

it('shows the views that hold somebody, all in their order, and the saved ones after them', () => {
  expect(names(reader, saved)).toEqual([
    'Todos',
    'Míos',
    'Sin contactar',
    'Sin responsable',
    'Posibles duplicados',
    'De Chile',
  ]);
  const agenda = { desde: '2026-03-02', antes: 1, dias: { '2026-03-03': 1, '2026-03-04': 2 } };
  // Two waiting without a date, one overdue, one of yesterday, one of today and three of tomorrow.
  const ana = { '': 2, '2026-03-01': 1, '2026-03-03': 1, '2026-03-04': 1, '2026-03-05': 3 };
  const por_hacer = { ana, beto: { '': 7 } };
  const { views } = listViews({ ...reader, counters: { ...counters, agenda, por_hacer } }, []);
  expect(views.map(({ name, total }) => `${name} ${total}`).slice(0, 5)).toEqual([
    'Todos 9',
    'Mi día 5',
    'Míos 4',
    'Para hoy 2',
    'Vencidos 2',
  ]);
});

it('shows no empty one but all leads, the list that is open and what held somebody a moment ago', () => {
  expect(names({ ...reader, counters: empty }, [])).toEqual(['Todos']);
  const opened = { ...reader, counters: empty, filters: { agenda: 'hoy' as const } };
  expect(names(opened, [], new Set(['owner=me']))).toEqual(['Todos', 'Míos', 'Para hoy']);
});

it('shows all of them where they could not be counted', () => {
  const { views } = listViews({ ...reader, counters: null }, []);
  expect(views).toHaveLength(8);
  expect(views.filter(({ total }) => total !== null)).toEqual([]);
});
