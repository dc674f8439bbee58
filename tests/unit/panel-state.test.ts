import { expect, test } from 'vitest';
import {
  countArrivals,
  findRow,
  type PanelAction,
  type PanelState,
  reducePanel,
  rowsOf,
} from '~/crm/panel/panel-state';
import type { LeadCounters } from '~/shared/leads/counters';
import type { Lead } from '~/shared/leads/lead';
import { lead } from '../support/lead';

const NOTHING: PanelState = {
  ...{ request: { id: 0, what: 'list', filters: {} }, list: null, known: new Map(), counters: null },
  ...{ optimistic: [], held: null, own: new Map(), newestId: 0 },
};
const counters = {} as LeadCounters;

function answer(
  as_of: number,
  leads: Lead[],
  { rows = 50, also = [], others = [], next_cursor = null }: Partial<Answer> = {},
): PanelAction {
  const page = { leads, next_cursor, total: leads.length, as_of, counters, also: { leads: others } };
  return { type: 'answered', filters: {}, page, asked: { rows, also } };
}
type Answer = { rows: number; also: number[]; others: Lead[]; next_cursor: string | null };

const saved = (as_of: number, change: Lead | number, moves = true): PanelAction =>
  typeof change === 'number'
    ? { type: 'saved', id: change, lead: null, as_of, moves }
    : { type: 'saved', id: change.id, lead: { ...change, as_of }, as_of, moves };

const at = (as_of: number, ...ids: number[]) => ids.map((id) => lead(id, { as_of }));
const play = (...actions: PanelAction[]) => actions.reduce(reducePanel, NOTHING);
const idsOf = (state: PanelState) => rowsOf(state).map((row) => row.lead.id);

test('of two answers the newer one is shown, whichever comes last', () => {
  expect(idsOf(play(answer(9, at(9, 3, 2, 1)), answer(5, at(5, 2, 1))))).toEqual([3, 2, 1]);
  // What was saved here is newer than a list that was read before it.
  const renamed = lead(2, { nombre: 'Nueva' });
  const overtaken = play(answer(1, at(1, 2, 1)), saved(8, renamed), saved(9, 1), answer(5, at(5, 2, 1)));
  expect(rowsOf(overtaken).map((row) => row.lead.nombre)).toEqual(['Nueva']);
  expect(idsOf(reducePanel(overtaken, answer(9, at(9, 2))))).toEqual([2]);
});

test('while rows are held their order stands; what comes is counted, what goes stays, and only one’s own row moves', () => {
  const held = play(answer(1, at(1, 4, 3, 2, 1)), { type: 'hold' });
  // 5 came, 3 left the list, 1 is gone; 2 was changed here and left.
  const after = [
    saved(2, lead(2, { estado: 'ganado' })),
    answer(4, at(4, 5, 4), { also: [4, 3, 2, 1], others: [lead(3, { as_of: 4, estado: 'ganado' })] }),
  ].reduce(reducePanel, held);
  expect(rowsOf(after).map((row) => [row.lead.id, row.lead.estado, row.isGone])).toEqual([
    [4, 'nuevo', false],
    [3, 'ganado', false],
    [1, 'nuevo', true],
  ]);
  expect(countArrivals(after)).toBe(1);
  expect(idsOf(reducePanel(after, { type: 'release' }))).toEqual([5, 4]);
  // A row in which somebody chooses stays; one that comes stands where the list has it.
  const chosen = [saved(2, lead(2), false), answer(4, at(4, 4, 3, 1))].reduce(reducePanel, held);
  expect(idsOf(chosen)).toEqual([4, 3, 2, 1]);
  const back = [saved(2, 3), saved(3, lead(3)), answer(4, at(4, 4, 3, 2, 1))].reduce(reducePanel, held);
  expect(idsOf(back)).toEqual([4, 3, 2, 1]);
});

test('a status on its way lies over the data until its own answer', () => {
  const change = (id: number, estado: Lead['estado']): PanelAction => ({
    type: 'optimistic',
    change: { id, leadId: 1, estado },
  });
  const chosen = play(answer(1, [lead(1, { as_of: 1, next_contact_on: '2026-05-10' })]), change(1, 'contactado'));
  expect(findRow(chosen, 1)?.lead).toMatchObject({ estado: 'contactado', next_contact_on: '2026-05-10' });
  const twice = reducePanel(chosen, change(2, 'ganado'));
  const first = [{ type: 'settled', id: 1 } as const, answer(2, at(2, 1))].reduce(reducePanel, twice);
  expect(findRow(first, 1)?.lead).toMatchObject({ estado: 'ganado', next_contact_on: null });
  expect(findRow(reducePanel(first, { type: 'settled', id: 2 }), 1)?.lead.estado).toBe('nuevo');
  // Lost again before the answer to the status between: what was planned is gone, whatever comes first.
  const lost = lead(1, { as_of: 1, estado: 'perdido', next_contact_on: '2026-05-10' });
  const again = play(answer(1, [lost]), change(1, 'en_seguimiento'), change(2, 'perdido'));
  expect(findRow(again, 1)?.lead).toMatchObject({ estado: 'perdido', next_contact_on: null });
});

test('further pages stay below what is read again, without a lead twice', () => {
  const filters = {};
  const more = play(
    answer(1, at(1, 9, 8, 7), { next_cursor: 'a' }),
    { type: 'requested', request: { id: 1, what: 'more', filters } },
    { type: 'more', id: 1, page: { leads: at(1, 6, 5), next_cursor: 'b', total: 9, as_of: 1 } },
  );
  expect([idsOf(more), more.list?.room]).toEqual([[9, 8, 7, 6, 5], 100]);
  const again = reducePanel(more, answer(2, at(2, 10, 9, 8), { rows: 3, next_cursor: 'c' }));
  expect([idsOf(again), again.list?.next_cursor]).toEqual([[10, 9, 8, 6, 5], 'b']);
  expect(idsOf(reducePanel(again, answer(3, at(3, 10), { rows: 3 })))).toEqual([10]);
});

test('an unchanged lead stays the same object; those that nothing shows are forgotten', () => {
  const first = play(answer(1, at(1, 2, 1)));
  const second = reducePanel(first, answer(2, at(2, 2)));
  expect(rowsOf(second)[0]?.lead).toBe(rowsOf(first)[0]?.lead);
  expect([...second.known.keys()]).toEqual([2]);
});

test('what came since the list was chosen is marked', () => {
  const later = play(answer(1, at(1, 1)), answer(2, at(2, 2, 1)));
  expect(rowsOf(later).map(({ isFresh }) => isFresh)).toEqual([true, false]);
});
