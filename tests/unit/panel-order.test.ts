import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countersOf, needsTotal, rowsOf, totalOf } from '~/crm/panel/panel-view';
import type { LeadFilters } from '~/shared/leads/schema';
import { type FakeServer, NOW, PanelSimulation } from '../support/panel-world';

const STATUSES = ['nuevo', 'contactado', 'ganado', 'perdido'] as const;
const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length] as Item;
const LISTS: LeadFilters[] = [
  {},
  { estado: 'nuevo' },
  { estado: 'ganado' },
  { orden: 'antiguos' },
  // The counters do not cover these.
  { estado: 'nuevo', creados: '7d' },
  { estado: 'ganado', creados: '7d', orden: 'antiguos' },
  { estado: 'nuevo', contacto: 'pendiente', orden: 'mas_notas' },
  { agenda: 'hoy' },
  { agenda: 'vencidos', estado: 'nuevo' },
  { agenda: 'proximos' },
  { agenda: 'dia' },
  { agenda: 'dia', owner: 'ana' },
  { owner: 'ana' },
  { owner: 'none', estado: 'nuevo' },
];

/** Before today, today, later, and beyond what the panel counts day by day. */
const DAYS = ['2026-05-01', '2026-05-09', '2026-05-10', '2026-05-11', '2026-06-30', null] as const;
const HOURS = [null, '09:30', '18:00'] as const;
const OWNERS = ['ana', 'beto', null] as const;

/** A lead near either edge of a page: few enough to collide. */
function someLead({ leads }: FakeServer, at: number): number {
  const fromNewest = pick([0, 1, 2, 48, 49, 50, 51, 99, 100], at);
  return Math.max(1, leads.size - fromNewest);
}

/** What can happen next; two numbers select the target and the detail. */
const STEPS: Record<string, (play: PanelSimulation, at: number, what: number) => void> = {
  'a colleague adds': ({ world }) => void world.add(),
  'a colleague changes': ({ world }, at, what) => {
    const id = someLead(world, at);
    if (world.read(id)) world.recordChange(id, { estado: pick(STATUSES, what) });
  },
  'a colleague notes': ({ world }, at, what) => {
    const id = someLead(world, at);
    if (world.read(id)) world.recordChange(id, { notes_count: what % 4 });
  },
  'a colleague plans': ({ world }, at, what) => {
    const id = someLead(world, at);
    const next_contact_on = pick(DAYS, what);
    if (world.read(id)) world.recordChange(id, { next_contact_on, next_contact_at: pick(HOURS, what) });
  },
  'a colleague takes': ({ world }, at, what) => {
    const id = someLead(world, at);
    if (world.read(id)) world.recordChange(id, { owner_id: pick(OWNERS, what) });
  },
  'a colleague deletes': ({ world }, at) => {
    const id = someLead(world, at);
    if (world.read(id)) world.recordChange(id, { isGone: true });
  },
  'a colleague restores': ({ world }, at) => {
    const id = someLead(world, at);
    if (world.leads.has(id) && !world.read(id)) world.recordChange(id, { isGone: false });
  },
  'a list is asked for': (play, at) => play.requestList(pick(LISTS, at)),
  'more is asked for': (play) => play.requestMore(),
  'the total is asked for': (play) => play.requestTotal(),
  'a status is chosen': (play, at, what) => play.changeRow(at, { estado: pick(STATUSES, what) }),
  'a contact is planned': (play, at, what) => play.changeRow(at, { next_contact_on: pick(DAYS, what) }),
  'a name is changed': (play, at, what) => play.changeRow(at, { nombre: `Otra ${what}` }),
  'a lead is deleted here': (play, at) => play.changeRow(at, { isGone: true }),
  'a call reaches the server': (play, at) => play.reach(at),
  'an answer arrives': (play, at) => play.answer(at),
  'an answer is lost': (play, at) => play.answer(at, true),
  'the server announces': (play) => play.pushUpdate(),
  'a live update arrives': (play) => play.receiveUpdate(),
  'the connection is cut': (play) => play.disconnect(),
  'the connection is back': (play) => play.connect(),
  'somebody points at the list': (play) => play.do({ type: 'hold' }),
  'nobody points at the list': (play) => play.do({ type: 'release' }),
};

/** Delivery steps are as frequent as initiating ones, or nothing would ever overlap. */
const names = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(STEPS)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'a call reaches the server',
      'an answer arrives',
      'the server announces',
      'a live update arrives',
    ),
  },
);
const steps = fc.array(fc.tuple(names, fc.nat(200), fc.nat(200)), { maxLength: 80, size: 'max' });

test('whatever happens in whatever order, in the end the panel shows what a fresh look does', () => {
  fc.assert(
    fc.property(fc.constantFrom(3, 52, 104), steps, (size, happenings) => {
      const play = new PanelSimulation(size);
      for (const [name, at, what] of happenings) {
        const before = play.state;
        STEPS[name]?.(play, at, what);
        const older = [...play.state.known].find(([id, { as_of }]) => as_of < (before.known.get(id)?.as_of ?? 0));
        expect(older).toBeUndefined();
      }
      play.settle();
      const { world, state } = play;
      const shown = rowsOf(state).map(({ lead: { as_of, ...row }, isGone }) => ({ ...row, isGone }));
      const truth = world.readAll(play.filters).map(({ as_of, ...row }) => ({ ...row, isGone: false }));
      expect(shown).toEqual(state.list?.edge ? truth.slice(0, shown.length) : truth);
      if (state.list?.edge) expect(truth.length).toBeGreaterThanOrEqual(shown.length);
      expect(countersOf(state, NOW)).toEqual(world.count());
      expect([totalOf(state), needsTotal(state)]).toEqual([truth.length, false]);
      expect(state.optimistic).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('while somebody points at the list no row changes its place by what others do', () => {
  fc.assert(
    fc.property(steps, (happenings) => {
      const play = new PanelSimulation(10);
      play.do({ type: 'hold' });
      const ids = () => rowsOf(play.state).map(({ lead }) => lead.id);
      const before = ids();
      const others = happenings.filter(([name]) => name.startsWith('a colleague') || /announces|update/.test(name));
      for (const [name, at, what] of others) STEPS[name]?.(play, at, what);
      expect(ids()).toEqual(before);
    }),
  );
});
