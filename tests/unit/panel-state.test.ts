import { describe, expect, test } from 'vitest';
import { type PanelAction, type PanelState, reducePanel } from '~/crm/panel/panel-state';
import { countArrivals, countersOf, findRow, needsTotal, rowsOf, totalOf } from '~/crm/panel/panel-view';
import type { Lead } from '~/shared/leads/lead';
import { sortKeysOf } from '~/shared/leads/order';
import type { LeadFilters } from '~/shared/leads/schema';
import { encodeCursor } from '~/shared/paging';
import { lead, NO_AGENDA, NOW } from '../support/panel-world';

const none = { total: 0, nuevos_7_dias: 0, contactado: 0, en_seguimiento: 0, ganado: 0, perdido: 0 };
const counters = {
  ...none,
  total: 3,
  nuevos_7_dias: 3,
  sin_contactar: 3,
  esperan_respuesta: 0,
  duplicados: 0,
  agenda: NO_AGENDA,
  duenos: { '': 3 },
  por_hacer: {},
};
/** The event at which these tests' panels begin. */
const START = 10;

const nothing: PanelState = {
  request: null,
  list: null,
  known: new Map(),
  counters: { values: counters, as_of: START },
  optimistic: [],
  held: null,
  newestId: 0,
};

const play = (state: PanelState, ...actions: PanelAction[]) => actions.reduce(reducePanel, state);

const asked = (id: number, filters: LeadFilters = {}, what: 'list' | 'more' = 'list'): PanelAction => ({
  type: 'requested',
  request: { id, what, filters },
});

/** A page as of an event, with more to load or not. */
function loaded(id: number, leads: Lead[], { as_of = START, hasMore = false } = {}): PanelAction & { type: 'loaded' } {
  const rows = leads.map((row) => ({ ...row, as_of }));
  const last = rows.at(-1);
  return {
    type: 'loaded',
    id,
    page: {
      leads: rows,
      next_cursor: hasMore && last ? encodeCursor(sortKeysOf(last)) : null,
      total: rows.length,
      as_of,
    },
    now: NOW,
  };
}

const listOf = (leads: Lead[], filters: LeadFilters = {}, hasMore = false) =>
  play(nothing, asked(1, filters), loaded(1, leads, { hasMore }));

/** The next live update. */
const live = (as_of: number, leads: Lead[], gone: number[] = [], newCounters = counters): PanelAction => ({
  type: 'updated',
  update: { leads: leads.map((row) => ({ ...row, as_of })), gone, counters: newCounters, as_of },
  now: NOW,
  isLive: true,
});

/** An answer about one lead to a local action. */
const answer = (as_of: number, row: Lead): PanelAction => ({
  type: 'updated',
  update: { leads: [{ ...row, as_of }], gone: [], as_of },
  now: NOW,
  changedId: row.id,
});

const choose = (id: number, leadId: number, estado: Lead['estado']): PanelAction => ({
  type: 'optimistic',
  change: { id, leadId, estado },
});

const ids = (state: PanelState) => rowsOf(state).map(({ lead: { id } }) => id);
const freshIn = (state: PanelState) => rowsOf(state).flatMap(({ lead: { id }, isFresh }) => (isFresh ? [id] : []));
const statusOf = (state: PanelState, id: number) => findRow(state, id)?.lead.estado;

describe('what was told later stands, whichever way it came:', () => {
  test('a page that was read before a live update shows what the update told', () => {
    const won = lead(2, { estado: 'ganado' });
    const state = play(listOf([lead(2), lead(1)]), asked(2), live(12, [won, lead(3)], [1]));
    const shown = play(state, loaded(2, [lead(2), lead(1)], { as_of: 11 }));
    expect(ids(shown)).toEqual([3, 2]);
    expect(statusOf(shown, 2)).toBe('ganado');
  });

  test('a page of other filters, too', () => {
    const state = play(listOf([lead(2), lead(1)]), asked(2, { estado: 'ganado' }));
    const played = play(state, live(12, [lead(1, { estado: 'ganado' })]), loaded(2, [], { as_of: 11 }));
    expect(ids(played)).toEqual([1]);
  });

  test('a further page brings nobody back who is gone', () => {
    const state = play(listOf([lead(4), lead(3)], {}, true), asked(2, {}, 'more'), live(12, [], [2]));
    expect(ids(play(state, loaded(2, [lead(2), lead(1)], { as_of: 11 })))).toEqual([4, 3, 1]);
  });

  test('an answer that took its time undoes nothing', () => {
    const state = play(listOf([lead(1)]), live(12, [lead(1, { estado: 'perdido' })]));
    const late = play(state, answer(11, lead(1, { estado: 'ganado' })));
    expect(statusOf(late, 1)).toBe('perdido');
    expect(late.counters).toEqual(state.counters);
  });

  test('an answer about a lead that has left the list since does not bring it back', () => {
    const state = listOf([lead(1)], { estado: 'nuevo' });
    const left = play(state, live(11, [lead(2)]), live(12, [lead(2, { estado: 'ganado' })]));
    // As of the event that created it.
    expect(ids(play(left, answer(11, lead(2))))).toEqual([1]);
  });

  test('counters that were asked for before a live update do not replace its own', () => {
    const newCounters = { ...counters, total: 4 };
    const state = play(listOf([lead(1)]), live(12, [lead(4)], [], newCounters));
    const asOf = { leads: [], gone: [], counters, as_of: 11 };
    expect(play(state, { type: 'updated', update: asOf, now: NOW }).counters?.values).toEqual(newCounters);
  });

  test('an answer to another question than the last one counts no more', () => {
    const state = play(listOf([lead(1)]), asked(2, { estado: 'ganado' }), asked(3, { estado: 'perdido' }));
    expect(play(state, loaded(2, [lead(9)]))).toBe(state);
    expect(play(state, { type: 'failed', id: 2 })).toBe(state);
  });
});

describe('a live update', () => {
  test('puts a new lead on top and marks it, once', () => {
    const state = play(listOf([lead(2), lead(1)]), live(11, [lead(3)]), live(12, [lead(3)]));
    expect(ids(state)).toEqual([3, 2, 1]);
    expect(freshIn(state)).toEqual([3]);
  });

  test('marks no lead that was made by hand, nor one that is no longer new', () => {
    const others = [lead(2, { source: 'crm_manual' }), lead(4, { source: 'whatsapp' })];
    const state = play(listOf([lead(1)]), live(11, [lead(3), ...others]));
    expect(freshIn(state)).toEqual([4, 3]);
    expect(freshIn(play(state, choose(1, 3, 'contactado')))).toEqual([4]);
  });

  test('does not take for new who comes back from the trash', () => {
    const state = play(listOf([lead(2), lead(1)]), live(11, [], [1]), live(12, [lead(1)]));
    expect(ids(state)).toEqual([2, 1]);
    expect(freshIn(state)).toEqual([]);
  });

  test('two thousand of them leave as many rows as there is room for, and a page that goes on after the last', () => {
    let state = listOf([lead(2), lead(1)]);
    for (let id = 3; id <= 2000; id++) state = play(state, live(START + id, [lead(id)]));
    expect(ids(state)).toEqual(Array.from({ length: 50 }, (_, index) => 2000 - index));
    expect(state.list?.edge).toMatchObject({ created_at: lead(1951).created_at, id: 1951 });
    expect(state.known.size).toBe(50);
    expect(freshIn(state)).toHaveLength(50);
  });

  test('about the open lead is kept, though others followed', () => {
    const about = (id: number, nombre: string) => ({
      ...live(START + id, [lead(id, { nombre })]),
      openId: 7,
    });
    let state = play(listOf([], { estado: 'ganado' }), about(7, 'Abierta') as PanelAction);
    for (let id = 100; id <= 200; id++) state = play(state, about(id, 'Otra') as PanelAction);
    expect([...state.known.keys()]).toEqual([7]);
  });

  test('leaves no gap before a further page that is on its way', () => {
    const fifty = Array.from({ length: 50 }, (_, index) => lead(100 - index));
    const state = play(listOf(fifty, {}, true), asked(2, {}, 'more'), live(11, [lead(101)]));
    const more = play(state, loaded(2, [lead(50), lead(49)], { as_of: 11 }), live(12, [lead(102)]));
    expect(ids(more)).toEqual(Array.from({ length: 53 }, (_, index) => 102 - index));
  });

  test('goes below in a list of the oldest first, and waits for its page where there are more', () => {
    const oldest = { orden: 'antiguos' } as const;
    expect(ids(play(listOf([lead(1), lead(2)], oldest), live(11, [lead(3)])))).toEqual([1, 2, 3]);
    expect(ids(play(listOf([lead(1), lead(2)], oldest, true), live(11, [lead(3)])))).toEqual([1, 2]);
  });

  test('gives the last row of a page its place again after it had left it', () => {
    const state = play(listOf([lead(3), lead(2)], {}, true), live(11, [], [2]), live(12, [lead(2)]));
    expect(ids(state)).toEqual([3, 2]);
  });

  test('keeps out what does not match, and takes out what no longer does', () => {
    const state = listOf([lead(2), lead(1)], { estado: 'nuevo' });
    expect(ids(play(state, live(11, [lead(3, { estado: 'ganado' })])))).toEqual([2, 1]);
    expect(ids(play(state, live(11, [lead(2, { estado: 'ganado' })])))).toEqual([1]);
    expect(ids(play(state, live(11, [], [1])))).toEqual([2]);
  });

  test.each<[LeadFilters, Partial<Lead>]>([
    [{ pais: 'Chile' }, { pais: 'Chile' }],
    [{ client_type: 'otros' }, { client_type: 'otros' }],
    [{ contacto: 'pendiente' }, {}],
    [{ creados: '7d' }, { created_at: new Date(NOW).toISOString() }],
    [{ q: 'jose nun' }, { nombre: 'José Núñez' }],
    [{ q: '9895' }, { whatsapp: '+54 11 5874-9895', phone_key: '541158749895' }],
  ])('matches %j as the server does', (filters, change) => {
    expect(ids(play(listOf([], filters), live(11, [lead(9, change)])))).toEqual([9]);
    const other: Partial<Lead> = {
      estado: 'perdido',
      created_at: '2026-01-01T00:00:00.000Z',
      nombre: 'Otra',
      pais: 'Perú',
    };
    expect(ids(play(listOf([], filters), live(11, [lead(9, other)])))).toEqual([]);
  });
});

describe('an optimistic status', () => {
  test('is shown, and counted, as it was chosen last', () => {
    const state = play(listOf([lead(1)]), choose(1, 1, 'contactado'), choose(2, 1, 'ganado'));
    expect(statusOf(state, 1)).toBe('ganado');
    expect(countersOf(state, NOW)).toEqual({ ...counters, ganado: 1, sin_contactar: 2 });
  });

  test('for a lead that somebody deleted meanwhile is neither shown nor counted', () => {
    const nobody = { ...counters, total: 0, nuevos_7_dias: 0, sin_contactar: 0 };
    const state = play(listOf([lead(1)]), choose(1, 1, 'ganado'), live(11, [], [1], nobody));
    expect(statusOf(state, 1)).toBe('nuevo');
    expect(countersOf(state, NOW)).toEqual(nobody);
  });

  test('is given up by its own answer only: of A, B and A again the third outlives the first answer', () => {
    const state = play(
      listOf([lead(1)]),
      choose(1, 1, 'contactado'),
      choose(2, 1, 'ganado'),
      choose(3, 1, 'contactado'),
      answer(11, lead(1, { estado: 'contactado' })),
      { type: 'settled', id: 1 },
      answer(12, lead(1, { estado: 'ganado' })),
      { type: 'settled', id: 2 },
    );
    expect(statusOf(state, 1)).toBe('contactado');
    expect(play(state, { type: 'settled', id: 3 }).optimistic).toEqual([]);
  });

  test('moves the counters at once, and once more by nobody: not its answer, not what is heard of it', () => {
    const won = { ...counters, ganado: 1, sin_contactar: 2 };
    const saved = lead(1, { estado: 'ganado' });
    const chosen = play(listOf([lead(1)]), choose(1, 1, 'ganado'));
    expect(countersOf(chosen, NOW)).toEqual(won);
    const orders = [
      [answer(11, saved), live(11, [saved], [], won)],
      [live(11, [saved], [], won), answer(11, saved)],
    ];
    for (const [first, second] of orders as [PanelAction, PanelAction][]) {
      for (const steps of [[first], [first, second]]) {
        const state = play(chosen, ...steps);
        expect(countersOf(state, NOW)).toEqual(won);
        expect(countersOf(play(state, { type: 'settled', id: 1 }), NOW)).toEqual(won);
      }
    }
  });

  test('is in counters that were read after its answer', () => {
    const won = { ...counters, ganado: 1, sin_contactar: 2 };
    const read = { leads: [], gone: [], counters: won, as_of: 12 };
    const state = play(
      listOf([lead(1)]),
      { type: 'updated', update: read, now: NOW },
      answer(11, lead(1, { estado: 'ganado' })),
    );
    expect(countersOf(state, NOW)).toEqual(won);
  });

  test('that is refused gives status and counters back', () => {
    const state = play(listOf([lead(1)]), choose(1, 1, 'ganado'), { type: 'settled', id: 1 });
    expect(countersOf(state, NOW)).toEqual(counters);
    expect(statusOf(state, 1)).toBe('nuevo');
  });

  test('for a lead that has left the list moves no total', () => {
    const newCounters = { ...counters, contactado: 1, sin_contactar: 2 };
    const state = play(
      listOf([lead(1)], { estado: 'nuevo' }),
      choose(1, 1, 'ganado'),
      live(11, [lead(1, { estado: 'contactado' })], [], newCounters),
    );
    expect(ids(state)).toEqual([]);
    expect(countersOf(state, NOW)).toEqual({ ...counters, ganado: 1, sin_contactar: 2 });
    const saved = play(state, answer(12, lead(1, { estado: 'ganado' })));
    expect(saved.counters?.values).toEqual({ ...counters, ganado: 1, sin_contactar: 2 });
  });
});

describe('while somebody points at the list', () => {
  const held = play(listOf([lead(2), lead(1)], { estado: 'nuevo' }), { type: 'hold' });

  test('no row moves; what it says does, and it is counted who came in', () => {
    const state = play(held, live(11, [lead(3), lead(2, { estado: 'ganado', nombre: 'Otra' })], [1]));
    expect(ids(state)).toEqual([2, 1]);
    expect(rowsOf(state).map(({ lead: { nombre }, isGone }) => [nombre, isGone])).toEqual([
      ['Otra', false],
      ['Persona 1', true],
    ]);
    expect(countArrivals(state)).toBe(1);
    const shown = play(state, { type: 'release' });
    expect(ids(shown)).toEqual([3]);
    expect(countArrivals(shown)).toBe(0);
  });

  test('what is done here moves its own row, also where the panel has heard of it before', () => {
    const won = lead(2, { estado: 'ganado' });
    const state = play(held, live(11, [lead(3), won]), answer(11, won), answer(12, lead(4)));
    expect(ids(state)).toEqual([4, 1]);
    expect(countArrivals(state)).toBe(1);
  });

  test('a list that is emptied here waits for nobody', () => {
    const state = play(listOf([lead(1)], { estado: 'nuevo' }), { type: 'hold' });
    const emptied = play(state, answer(11, lead(1, { estado: 'ganado' })), live(12, [lead(2)]));
    expect(ids(emptied)).toEqual([2]);
  });

  test('no row moves either where the same list is read again', () => {
    const again = asked(2, { estado: 'nuevo' });
    const state = play(held, again, loaded(2, [lead(3), lead(2), lead(1)], { as_of: 12 }));
    expect(ids(state)).toEqual([2, 1]);
    expect(countArrivals(state)).toBe(1);
  });

  test('rows that were asked for are shown', () => {
    const state = play(held, asked(2, {}), loaded(2, [lead(5)]));
    expect(ids(state)).toEqual([5]);
  });
});

test('a further page adds what is not there yet', () => {
  const state = play(listOf([lead(3), lead(2)], {}, true), asked(2, {}, 'more'));
  expect(ids(play(state, loaded(2, [lead(2), lead(1)])))).toEqual([3, 2, 1]);
});

test('into a list of similar words comes who has such words, too', () => {
  const [similar, other] = [lead(2, { nombre: 'Martina Ríos' }), lead(3, { nombre: 'Marco Ríos' })];
  const page = loaded(1, [lead(1, { nombre: 'Martín Ríos' })]);
  const read = (more: object) =>
    play(nothing, asked(1, { q: 'martn rios' }), { ...page, page: { ...page.page, ...more } });
  expect(ids(play(read({ similar_to: 'martn' }), live(11, [similar, other])))).toEqual([2, 1]);
  expect(ids(play(read({}), live(11, [similar, other])))).toEqual([1]);
});

test('a lead that is deleted here is gone from list and counters, and known to be', () => {
  const answer = { leads: [], gone: [1], as_of: 11 };
  const state = play(listOf([lead(1)]), { type: 'updated', update: answer, now: NOW, changedId: 1 });
  expect(ids(state)).toEqual([]);
  expect(state.counters?.values.total).toBe(2);
  expect(findRow(state, 1)?.isGone).toBe(true);
});

test('an answer about a lead of another page counts nobody twice', () => {
  const state = play(listOf([lead(3), lead(2)], {}, true), answer(11, lead(1, { nombre: 'Otra' })));
  expect(state.counters?.values).toEqual(counters);
});

describe('how many the list holds', () => {
  /** A list whose total the counters do not cover. */
  const FEW: LeadFilters = { pais: 'Chile' };
  const chilean = (id: number, change: Partial<Lead> = {}) => lead(id, { pais: 'Chile', ...change });

  test('follows who comes and goes', () => {
    const state = listOf([chilean(3), chilean(1)], FEW);
    const more = play(state, live(11, [chilean(4), lead(5)]));
    expect([totalOf(more), needsTotal(more)]).toEqual([3, false]);
    const fewer = play(more, live(12, [lead(3, { pais: 'Perú' })], [4]), live(13, [], [9]));
    expect([totalOf(fewer), needsTotal(fewer)]).toEqual([1, false]);
  });

  test('is counted once, though it is told by an answer and by a live update', () => {
    const state = play(listOf([chilean(3)], FEW), answer(11, chilean(4)), live(12, [chilean(4)]));
    expect([totalOf(state), needsTotal(state)]).toEqual([2, false]);
  });

  test('has to be asked for where somebody of a page that was not read changes', () => {
    const page = Array.from({ length: 50 }, (_, index) => chilean(100 - index));
    const state = play(listOf(page, FEW, true), live(11, [lead(7)]));
    expect(needsTotal(state)).toBe(true);
    expect(needsTotal(play(listOf(page, FEW, true), answer(11, lead(100))))).toBe(true);
    const asked = play(state, { type: 'totalled', filters: FEW, total: 70, as_of: 11 });
    expect([totalOf(asked), needsTotal(asked)]).toEqual([70, false]);
    // Requested before the latest event, so stale.
    const late = play(state, live(12, [chilean(100)]), {
      type: 'totalled',
      filters: FEW,
      total: 70,
      as_of: 11,
    });
    expect(needsTotal(late)).toBe(true);
    const other = play(state, { type: 'totalled', filters: { pais: 'Perú' }, total: 5, as_of: 11 });
    expect(other).toBe(state);
  });

  test('is what the counters say, where they say it', () => {
    const state = play(listOf([], { estado: 'ganado' }), live(11, [], [], { ...counters, ganado: 9 }));
    expect([totalOf(state), needsTotal(state)]).toEqual([9, false]);
  });
});
