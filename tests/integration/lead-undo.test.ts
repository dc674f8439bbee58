import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import type { TestServer } from '../support/server';
import { sharedServer } from '../support/shared';

let server: TestServer;
let ana: Person;
let beto: Person;
beforeAll(async () => {
  server = await sharedServer();
  ana = makePerson(server, { name: 'Ana' });
  beto = makePerson(server, { name: 'Beto' });
});

const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: person.cookie, ...options });

const patch = (person: Person, id: number, body: unknown) => as(person, `/api/leads/${id}`, { method: 'PATCH', body });

async function makeLead(): Promise<number> {
  const body = { nombre: 'Iris', email: `${crypto.randomUUID()}@x.example.com`, waiting: true };
  const { id } = (await as(beto, '/api/leads', { body })).json.lead;
  await patch(beto, id, { owner_id: null });
  return id;
}

const addNote = async (id: number) =>
  (await as(ana, `/api/leads/${id}/notes`, { body: { body: 'Pidió precios' } })).json.note.id as number;
const contact = (id: number, body: object, method = 'POST') => as(ana, `/api/leads/${id}/contacts`, { method, body });

type Event = { id: number; type: string; field: string | null; undoable: boolean };

const history = async (id: number, person = ana): Promise<Event[]> =>
  (await as(person, `/api/leads/${id}/timeline`)).json.events;
const undo = (id: number, event: number, person = ana) => as(person, `/api/leads/${id}/undo`, { body: { event } });

/** All that an undo must restore. */
async function read(id: number) {
  const { lead } = (await as(ana, `/api/leads/${id}`)).json;
  const { as_of, last_activity_at, ...fields } = lead;
  const { notes } = (await as(ana, `/api/leads/${id}/notes`)).json;
  return {
    ...fields,
    notes: notes.filter((note: { is_deleted: boolean }) => !note.is_deleted).map((note: { body: string }) => note.body),
  };
}

type Prepare = (id: number) => Promise<unknown>;
const nothing: Prepare = async () => {};

/** Each act on a lead, with its prerequisites. */
const ACTS: Record<string, [before: Prepare, act: Prepare, first: string]> = {
  'a status': [nothing, (id) => patch(ana, id, { estado: 'en_seguimiento' }), 'estado'],
  'a lost one, with its reason and its date': [
    (id) => patch(beto, id, { next_contact_on: '2090-01-05', next_contact_at: '10:30' }),
    (id) => patch(ana, id, { estado: 'perdido', lost_reason: 'precio' }),
    'estado',
  ],
  'a reason': [
    (id) => patch(ana, id, { estado: 'perdido' }),
    (id) => patch(ana, id, { lost_reason: 'precio' }),
    'lost_reason',
  ],
  'an owner': [nothing, (id) => patch(ana, id, { owner_id: beto.id }), 'owner_id'],
  'a next contact': [nothing, (id) => patch(ana, id, { next_contact_on: '2090-01-05' }), 'owner_id'],
  'a plan and how it is paid': [nothing, (id) => patch(ana, id, { plan: 'chat-ia', billing: 'anual' }), 'owner_id'],
  'what is known of it': [
    nothing,
    (id) => patch(ana, id, { nombre: 'Irene', email: 'irene@x.example.com', pais: 'Chile' }),
    'nombre',
  ],
  'a note': [nothing, addNote, 'note_added'],
  'an edited note': [
    addNote,
    async (id) => {
      const { notes } = (await as(ana, `/api/leads/${id}/notes`)).json;
      await as(ana, `/api/notes/${notes[0].id}`, { method: 'PATCH', body: { body: 'Otra cosa' } });
    },
    'note_edited',
  ],
  'a deleted note': [
    addNote,
    async (id) => {
      const { notes } = (await as(ana, `/api/leads/${id}/notes`)).json;
      await as(ana, `/api/notes/${notes[0].id}`, { method: 'DELETE' });
    },
    'note_deleted',
  ],
  'a channel that was opened': [nothing, (id) => contact(id, { channel: 'call' }), 'call_started'],
  'that it was reached': [
    (id) => contact(id, { channel: 'whatsapp' }),
    (id) => contact(id, { contacted: true }, 'PATCH'),
    'contact_confirmed',
  ],
  'how a call ended': [
    (id) => contact(id, { channel: 'call' }),
    (id) => contact(id, { outcome: 'answered' }, 'PATCH'),
    'call_ended',
  ],
  'that it was not reached': [
    (id) => contact(id, { channel: 'whatsapp' }),
    (id) => contact(id, { contacted: false }, 'PATCH'),
    'contact_denied',
  ],
  'a joined lead': [
    nothing,
    async (id) => {
      const other = await makeLead();
      await patch(ana, other, { empresa: 'Costanera' });
      await as(ana, `/api/leads/${other}/join`, { body: { into: id } });
    },
    'joined',
  ],
  'a separated lead': [
    async (id) => {
      const other = await makeLead();
      await patch(ana, other, { empresa: 'Costanera', estado: 'contactado' });
      await as(ana, `/api/leads/${other}/join`, { body: { into: id } });
      await patch(ana, id, { nombre: 'Irene' });
    },
    async (id) => {
      const { joined } = (await as(ana, `/api/leads/${id}/others`)).json;
      await as(ana, `/api/leads/${joined[0].id}/separate`, { method: 'POST' });
    },
    'separated',
  ],
};

describe('what somebody did within the last day', () => {
  test('is undone from the history, with what followed from it, once and only by themselves', async () => {
    for (const [name, [prepare, act, first]] of Object.entries(ACTS)) {
      const id = await makeLead();
      await prepare(id);
      const before = await read(id);
      await act(id);
      const [latest] = (await history(id)).filter(({ undoable }) => undoable);
      expect.soft(latest?.field ?? latest?.type, name).toBe(first);
      if (!latest) continue;
      expect.soft((await history(id, beto)).find((event) => event.id === latest.id)?.undoable, name).toBe(false);
      expect.soft((await undo(id, latest.id, beto)).status, name).toBe(403);

      const undone = await undo(id, latest.id);
      expect.soft(undone.status, name).toBe(200);
      expect.soft(await read(id), name).toEqual(before);
      // A second press, or a lost answer: everything is already restored.
      const again = await undo(id, latest.id);
      expect.soft([again.status, again.json.changed], name).toEqual([200, {}]);
      expect.soft(await read(id), name).toEqual(before);
      expect.soft((await history(id)).find((event) => event.id === latest.id)?.undoable, name).toBe(false);
    }
  });

  test('tells what went back; a lead that was made, and that nobody else has worked, goes to the trash', async () => {
    const id = await makeLead();
    const { event_id } = (await as(ana, `/api/leads/${id}/notes`, { body: { body: 'Hola' } })).json;
    expect((await undo(id, event_id)).json).toMatchObject({
      lead: { id, owner_id: null, notes_count: 0 },
      changed: { owner_id: ana.id },
    });

    const make = async () => {
      const body = { nombre: 'Iris', email: `${crypto.randomUUID()}@x.example.com` };
      return (await as(ana, '/api/leads', { body })).json.lead.id as number;
    };
    const [own, worked] = [await make(), await make()];
    await patch(beto, worked, { empresa: 'Sur' });
    const made = async (lead: number) => (await history(lead)).find(({ type }) => type === 'created')?.id ?? 0;
    const refused = await undo(worked, await made(worked));
    expect([refused.status, refused.json.error.message]).toEqual([409, 'Otra persona ya trabajó este lead.']);
    expect((await undo(own, await made(own))).json).toMatchObject({ lead: null });
    expect((await as(ana, `/api/leads/${own}`)).status).toBe(404);
    expect((await as(ana, `/api/leads/${own}/deletion`)).json.deletion.deleted_by).toBe('Ana');
  });

  test('of two leads that were separated is undone from either; an agency goes and comes back, unless it has people', async () => {
    const [going, staying] = [await makeLead(), await makeLead()];
    await as(ana, `/api/leads/${going}/join`, { body: { into: staying } });
    await as(ana, `/api/leads/${going}/separate`, { method: 'POST' });
    const separated = (await history(going)).find(({ undoable }) => undoable);
    expect(separated?.type).toBe('separated');
    for (const changed of [{}, {}]) {
      const undone = await undo(going, separated?.id ?? 0);
      expect([undone.status, undone.json.lead?.id, undone.json.changed]).toEqual([200, staying, changed]);
    }
    expect((await as(ana, `/api/leads/${going}`)).json.lead.id).toBe(staying);

    const chief = makePerson(server, { name: 'Carla', roles: ['admin'] });
    const won = await makeLead();
    await patch(chief, won, { estado: 'ganado' });
    const companyOf = async () => (await as(chief, `/api/leads/${won}`)).json.lead.company_id;
    const lastOf = async (type: string) => (await history(won, chief)).find((event) => event.type === type);
    const { company } = (await as(chief, '/api/companies', { body: { name: 'Sur', lead_id: won } })).json;
    for (const [type, expected] of [
      ['company_made', null],
      ['company_deleted', company.id],
      ['company_restored', null],
    ] as const) {
      const event = await lastOf(type);
      expect(event?.undoable, type).toBe(true);
      // The second call is a retry after a lost answer.
      for (const _ of [1, 2]) expect((await undo(won, event?.id ?? 0, chief)).status, type).toBe(200);
      expect(await companyOf(), type).toBe(expected);
    }

    const coordinator = {
      name: 'Coco',
      email: `${crypto.randomUUID()}@x.example.com`,
      password: 'Tres-tristes-9',
    };
    await as(chief, '/api/companies', { body: { name: 'Sur', lead_id: won, coordinator } });
    const made = await lastOf('company_made');
    expect(made?.undoable).toBe(false);
    const refused = await undo(won, made?.id ?? 0, chief);
    expect([refused.status, refused.json.error.code]).toEqual([409, 'company_in_use']);
  });

  test('stays where somebody has changed the same since; whoever got the lead meanwhile keeps it', async () => {
    const act = async (id: number, body: object) => (await patch(ana, id, body)).json.lead.as_of as number;

    const given = await makeLead();
    const taken = await act(given, { estado: 'contactado' });
    await patch(beto, given, { owner_id: beto.id });
    expect((await undo(given, taken)).json).toMatchObject({
      lead: { estado: 'nuevo', owner_id: beto.id },
      changed: { estado: 'contactado' },
    });

    // The value is the same, but a later act set it.
    const twice = await makeLead();
    const first = await act(twice, { estado: 'contactado' });
    for (const estado of ['ganado', 'contactado']) await patch(beto, twice, { estado });
    const refused = await undo(twice, first);
    expect([refused.status, refused.json.error.fields]).toEqual([
      409,
      { estado: 'Otra persona lo cambió a «Contactado».' },
    ]);
    expect((await history(twice)).some(({ undoable, field }) => undoable && field === 'estado')).toBe(false);

    // Step by step, latest first.
    const steps = await makeLead();
    const [one, two] = [await act(steps, { estado: 'contactado' }), await act(steps, { estado: 'ganado' })];
    const early = await undo(steps, one);
    expect([early.status, early.json.error.message]).toEqual([
      409,
      'Después lo cambiaste otra vez: deshacé primero lo último.',
    ]);
    for (const step of [two, one]) expect((await undo(steps, step)).status).toBe(200);
    expect(await read(steps)).toMatchObject({ estado: 'nuevo', owner_id: null, first_contacted_at: null });

    // The outcome depends on the earlier opening of the channel.
    const reached = await makeLead();
    const opened = (await contact(reached, { channel: 'call' })).json.lead.as_of;
    await contact(reached, { contacted: true }, 'PATCH');
    expect((await undo(reached, opened)).status).toBe(409);
  });

  test('is over after a day, and what was done with a lead that was joined is undone once it stands by itself', async () => {
    const id = await makeLead();
    await patch(ana, id, { estado: 'ganado' });
    const find = async (lead: number) => (await history(lead)).find(({ field }) => field === 'estado');
    const event = await find(id);
    expect(event?.undoable).toBe(true);
    withDatabase(server, (db) =>
      db
        .prepare("UPDATE lead_events SET created_at = strftime('%FT%T.000Z', 'now', '-25 hours') WHERE lead_id = ?")
        .run(id),
    );
    expect((await find(id))?.undoable).toBe(false);
    const late = await undo(id, event?.id ?? 0);
    expect([late.status, late.json.error.message]).toEqual([409, 'Pasó más de un día: ya no se puede deshacer.']);

    const [going, staying] = [await makeLead(), await makeLead()];
    await patch(ana, going, { estado: 'contactado' });
    const moved = (await find(going))?.id ?? 0;
    await as(ana, `/api/leads/${going}/join`, { body: { into: staying } });
    expect((await undo(staying, moved)).status).toBe(409);
    await as(ana, `/api/leads/${going}/separate`, { method: 'POST' });
    expect((await undo(going, moved)).json.lead).toMatchObject({ estado: 'nuevo', first_contacted_at: null });
  });

  test('what a note said before it was edited is told to nobody', async () => {
    const id = await makeLead();
    const note = await addNote(id);
    await as(ana, `/api/notes/${note}`, { method: 'PATCH', body: { body: 'Otra cosa' } });
    expect((await as(ana, `/api/leads/${id}/timeline`)).text).not.toContain('Pidió precios');
  });
});

describe('the first contact', () => {
  test('goes with the change that counted as it, and with no other', async () => {
    const id = await makeLead();
    const first = (await patch(ana, id, { estado: 'contactado' })).json.lead;
    const later = (await patch(ana, id, { estado: 'ganado' })).json.lead;
    expect((await undo(id, later.as_of)).json.lead.first_contacted_at).toBe(first.first_contacted_at);
    expect((await undo(id, first.as_of)).json.lead.first_contacted_at).toBeNull();
  });

  test('of a lead made by hand is when it was made, whatever is undone', async () => {
    const body = { nombre: 'Iris', email: `${crypto.randomUUID()}@x.example.com` };
    const { id, created_at } = (await as(ana, '/api/leads', { body })).json.lead;
    await contact(id, { channel: 'call' });
    const reached = (await contact(id, { outcome: 'answered' }, 'PATCH')).json.lead;
    expect(reached).toMatchObject({ estado: 'contactado', first_contacted_at: created_at });
    expect((await undo(id, reached.as_of)).json.lead).toMatchObject({
      estado: 'nuevo',
      first_contacted_at: created_at,
    });
  });
});
