import { describe, expect, test } from 'vitest';
import type { Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });

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

type Event = { id: number; type: string; field: string | null };

const history = async (id: number): Promise<Event[]> => (await as(ana, `/api/leads/${id}/timeline`)).json.events;
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
const ACTS: Record<string, [before: Prepare, act: Prepare]> = {
  'a status': [nothing, (id) => patch(ana, id, { estado: 'en_seguimiento' })],
  'a lost one, with its reason and its date': [
    (id) => patch(beto, id, { next_contact_on: '2090-01-05', next_contact_at: '10:30' }),
    (id) => patch(ana, id, { estado: 'perdido', lost_reason: 'precio' }),
  ],
  'a reason': [(id) => patch(ana, id, { estado: 'perdido' }), (id) => patch(ana, id, { lost_reason: 'precio' })],
  'an owner': [nothing, (id) => patch(ana, id, { owner_id: beto.id })],
  'a next contact': [nothing, (id) => patch(ana, id, { next_contact_on: '2090-01-05' })],
  'a plan and how it is paid': [nothing, (id) => patch(ana, id, { plan: 'chat-ia', billing: 'anual' })],
  'what is known of it': [
    nothing,
    (id) => patch(ana, id, { nombre: 'Irene', email: 'irene@x.example.com', pais: 'Chile' }),
  ],
  'a note': [nothing, addNote],
  'a channel that was opened': [nothing, (id) => contact(id, { channel: 'call' })],
  'that it was reached': [
    (id) => contact(id, { channel: 'whatsapp' }),
    (id) => contact(id, { contacted: true }, 'PATCH'),
  ],
  'how a call ended': [(id) => contact(id, { channel: 'call' }), (id) => contact(id, { outcome: 'answered' }, 'PATCH')],
};

describe('what somebody did within the last day', () => {
  test('is undone by any of its events, with what followed from it, once and only by themselves', async () => {
    for (const [name, [prepare, act]] of Object.entries(ACTS)) {
      const id = await makeLead();
      await prepare(id);
      const before = await read(id);
      await act(id);
      const [latest] = (await history(id)) as [Event];
      expect.soft((await undo(id, latest.id, beto)).status, name).toBe(403);

      const undone = await undo(id, latest.id);
      expect.soft(undone.status, name).toBe(200);
      expect.soft(await read(id), name).toEqual(before);
      // A second press, or a lost answer: everything is already restored.
      const again = await undo(id, latest.id);
      expect.soft([again.status, again.json.changed], name).toEqual([200, {}]);
      expect.soft(await read(id), name).toEqual(before);
    }
  });

  test('tells what went back; what no screen offers to undo is refused', async () => {
    const id = await makeLead();
    const { event_id } = (await as(ana, `/api/leads/${id}/notes`, { body: { body: 'Hola' } })).json;
    expect((await undo(id, event_id)).json).toMatchObject({
      lead: { id, owner_id: null, notes_count: 0 },
      changed: { owner_id: ana.id },
    });

    const made = (await history(id)).find(({ type }) => type === 'created')?.id ?? 0;
    const refused = await undo(id, made, beto);
    expect([refused.status, refused.json.error.message]).toEqual([409, 'Esto no se puede deshacer.']);
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
    withDatabase(server, (db) =>
      db
        .prepare("UPDATE lead_events SET created_at = strftime('%FT%T.000Z', 'now', '-25 hours') WHERE lead_id = ?")
        .run(id),
    );
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
