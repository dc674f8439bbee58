import { describe, expect, test } from 'vitest';
import { countWanted, type PanelAction, type PanelState, reducePanel } from '~/crm/panel/panel-state';
import { decodeCursor } from '~/server/database/paging';
import type { Lead } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';

const NOW = Date.parse('2026-05-10T12:00:00.000Z');

function lead(id: number, change: Partial<Lead> = {}): Lead {
  return {
    id,
    nombre: `Persona ${id}`,
    email: `p${id}@x.example.com`,
    whatsapp: null,
    pais: null,
    estado: 'nuevo',
    client_type: null,
    source: 'landing',
    mensaje: null,
    empresa: null,
    created_at: new Date(NOW - (100 - id) * 60_000).toISOString(),
    first_contacted_at: null,
    phone_key: null,
    notes_count: 0,
    ...change,
  };
}

const counters = { total: 3, nuevos_7_dias: 3, contactado: 0, en_seguimiento: 0, ganado: 0, perdido: 0 };

function stateWith(leads: Lead[], filters: LeadFilters = {}, next_cursor: string | null = null): PanelState {
  return {
    filters,
    isOfOthers: false,
    leads,
    room: 50,
    next_cursor,
    counters,
    loading: null,
    wanted: {},
    heard: {},
    latest: {},
    fresh: new Set(),
  };
}

const play = (state: PanelState, ...actions: PanelAction[]) => actions.reduce(reducePanel, state);
const heard = (leads: Lead[], gone: number[] = []): PanelAction => ({
  type: 'heard',
  update: { leads, gone, counters },
  now: NOW,
});
const ids = (state: PanelState) => state.leads.map(({ id }) => id);

describe('a live update', () => {
  test('puts a new lead on top and marks it, once', () => {
    const state = play(stateWith([lead(2), lead(1)]), heard([lead(3)]), heard([lead(3)]));
    expect(ids(state)).toEqual([3, 2, 1]);
    expect([...state.fresh]).toEqual([3]);
  });

  test('two thousand of them leave as many rows as there is room for, and a page that goes on after the last', () => {
    let state = stateWith([lead(2), lead(1)]);
    for (let id = 3; id <= 2000; id++) state = play(state, heard([lead(id)]));
    expect(ids(state)).toEqual(Array.from({ length: 50 }, (_, index) => 2000 - index));
    expect(decodeCursor(state.next_cursor ?? '')).toEqual({ created_at: lead(1951).created_at, id: 1951 });
    expect(Object.keys(state.latest).length).toBeLessThanOrEqual(50 + 200);
    expect(state.fresh.size).toBeLessThanOrEqual(50 + 200);
  });

  test('about the open lead is kept, though two thousand others followed', () => {
    const open = { ...heard([lead(7, { nombre: 'Abierta' })]), openId: 7 };
    let state = play(stateWith([]), open);
    for (let id = 100; id <= 2000; id++)
      state = play(state, { ...heard([lead(id)]), openId: 7 } as PanelAction);
    expect(state.latest[7]?.nombre).toBe('Abierta');
  });

  test('goes below in a list of the oldest first, and waits for its page where there are more', () => {
    const oldest = { orden: 'antiguos' } as const;
    expect(ids(play(stateWith([lead(1), lead(2)], oldest), heard([lead(3)])))).toEqual([1, 2, 3]);
    expect(ids(play(stateWith([lead(1), lead(2)], oldest, 'more'), heard([lead(3)])))).toEqual([1, 2]);
  });

  test('keeps out what does not match, and takes out what no longer does', () => {
    const state = stateWith([lead(2), lead(1)], { estado: 'nuevo' });
    expect(ids(play(state, heard([lead(3, { estado: 'ganado' })])))).toEqual([2, 1]);
    expect(ids(play(state, heard([lead(2, { estado: 'ganado' })])))).toEqual([1]);
    expect(ids(play(state, heard([], [1])))).toEqual([2]);
  });

  test.each<[LeadFilters, Partial<Lead>]>([
    [{ pais: 'Chile' }, { pais: 'Chile' }],
    [{ client_type: 'otros' }, { client_type: 'otros' }],
    [{ contacto: 'pendiente' }, {}],
    [{ creados: '7d' }, {}],
    [{ q: 'jose nun' }, { nombre: 'José Núñez' }],
    [{ q: '9895' }, { whatsapp: '+54 11 5874-9895', phone_key: '541158749895' }],
  ])('matches %j as the server does', (filters, change) => {
    expect(ids(play(stateWith([], filters), heard([lead(9, change)])))).toEqual([9]);
    const other: Partial<Lead> = {
      estado: 'perdido',
      created_at: '2026-01-01T00:00:00.000Z',
      nombre: 'Otra',
      pais: 'Perú',
    };
    expect(ids(play(stateWith([], filters), heard([lead(9, other)])))).toEqual([]);
  });
});

describe('a wanted status', () => {
  test('is given up by its own answer only, not by that of an earlier one', () => {
    const state = play(
      stateWith([lead(1)]),
      { type: 'wanted', id: 1, estado: 'contactado' },
      { type: 'wanted', id: 1, estado: 'ganado' },
      { type: 'settled', id: 1, estado: 'contactado' },
    );
    expect(state.wanted).toEqual({ 1: 'ganado' });
    expect(play(state, { type: 'settled', id: 1, estado: 'ganado' }).wanted).toEqual({});
  });

  test('moves the counters at once, and once more by nobody: not its answer, not what is heard of it', () => {
    const won = { ...counters, ganado: 1 };
    const saved = lead(1, { estado: 'ganado' });
    const wanted = play(stateWith([lead(1)]), { type: 'wanted', id: 1, estado: 'ganado' });
    expect(countWanted(wanted, NOW)).toEqual(won);
    const answered = play(wanted, { type: 'saved', lead: saved, now: NOW });
    expect(answered.leads).toEqual([saved]);
    const told = play(wanted, {
      type: 'heard',
      update: { leads: [saved], gone: [], counters: won },
      now: NOW,
    });
    for (const state of [answered, told]) {
      expect(countWanted(state, NOW)).toEqual(won);
      expect(countWanted(play(state, { type: 'settled', id: 1, estado: 'ganado' }), NOW)).toEqual(won);
    }
  });

  test('that is refused gives the counters back', () => {
    const state = play(
      stateWith([lead(1)]),
      { type: 'wanted', id: 1, estado: 'ganado' },
      { type: 'settled', id: 1, estado: 'ganado' },
    );
    expect(countWanted(state, NOW)).toEqual(counters);
  });

  test('of a lead that has left the list moves no total', () => {
    const contacted = lead(1, { estado: 'contactado' });
    const told = { ...counters, contactado: 1 };
    const state = play(
      stateWith([lead(1)], { estado: 'nuevo' }),
      { type: 'heard', update: { leads: [contacted], gone: [], counters: told }, now: NOW },
      { type: 'wanted', id: 1, estado: 'ganado' },
    );
    expect(ids(state)).toEqual([]);
    expect(countWanted(state, NOW)).toEqual({ ...counters, ganado: 1 });
    const saved = play(state, { type: 'saved', lead: lead(1, { estado: 'ganado' }), now: NOW });
    expect(saved.counters).toEqual({ ...counters, ganado: 1 });
  });
});

test('a further page adds what is not there yet', () => {
  const page = { leads: [lead(2), lead(1)], next_cursor: null };
  const state = play(stateWith([lead(3), lead(2)], {}, 'more'), { type: 'moreLoaded', page });
  expect(ids(state)).toEqual([3, 2, 1]);
});

test('a removed lead is gone from list and counters, and known to be', () => {
  const state = play(stateWith([lead(1)]), { type: 'removed', id: 1, now: NOW });
  expect(ids(state)).toEqual([]);
  expect(state.counters?.total).toBe(2);
  expect(state.latest[1]).toBeNull();
});
