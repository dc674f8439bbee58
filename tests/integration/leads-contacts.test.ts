import { describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { nextMoment } from '../support/clock';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { openStream } from '../support/live';
import { providePerson, provideSharedServer } from '../support/provide';
import { startServer } from '../support/server';

const server = provideSharedServer();
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });

const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: person.cookie, ...options });

async function makeLead(fields: Record<string, unknown> = {}) {
  const contact = { email: 'iris@x.example.com', whatsapp: '+5491155554444' };
  const body = { nombre: 'Iris', ...contact, owner_id: null, waiting: true, ...fields };
  return (await as(ana, '/api/leads', { body })).json.lead;
}

const open = async (person: Person, id: number, channel = 'whatsapp') =>
  (await as(person, `/api/leads/${id}/contacts`, { body: { channel } })).json.lead;

const answer = async (person: Person, id: number, contacted: boolean) =>
  (await as(person, `/api/leads/${id}/contacts`, { method: 'PATCH', body: { contacted } })).json.lead;

const end = async (person: Person, id: number, outcome: string) =>
  (await as(person, `/api/leads/${id}/contacts`, { method: 'PATCH', body: { outcome } })).json.lead;

const readLead = async (id: number) => (await as(ana, `/api/leads/${id}`)).json.lead;

/** A lead's history, oldest first, without the claim by whoever began. */
async function readHistory(id: number): Promise<string[]> {
  const { json } = await as(ana, `/api/leads/${id}/timeline`);
  const events = (json.events as { type: string; field: string | null }[]).reverse();
  return events.filter(({ field }) => field !== 'owner_id').map(({ type }) => type);
}

const isListedAsWaiting = async (id: number) =>
  (await as(ana, '/api/leads?contacto=pendiente')).json.leads.some((lead: { id: number }) => lead.id === id);

describe('what is opened to reach a lead', () => {
  test('is no contact yet: it is kept with who opened it and when, for everybody to see', async () => {
    const channels = { whatsapp: 'whatsapp_opened', call: 'call_started', email: 'email_opened' };
    for (const [channel, event] of Object.entries(channels)) {
      const { id } = await makeLead();
      const lead = await open(ana, id, channel);
      expect(lead, channel).toMatchObject({ estado: 'nuevo', first_contacted_at: null });
      const attempts = [{ user_id: ana.id, user_name: 'Ana', channel, opened_at: expect.stringMatching(/Z$/) }];
      expect(lead.attempts).toEqual(attempts);
      expect((await as(beto, `/api/leads/${id}`)).json.lead.attempts).toEqual(attempts);
      expect(await isListedAsWaiting(id), channel).toBe(true);
      expect(await readHistory(id)).toEqual(['created', event]);
    }
  });

  test('is told to open panels as it happens', async () => {
    const { id } = await makeLead({ nombre: 'Vera Vista' });
    const stream = await openStream(server, beto.cookie);
    await open(ana, id);
    const { lead } = (await call(server, `/api/leads/${id}`, { cookie: beto.cookie })).json;
    expect(lead.attempts).toEqual([expect.objectContaining({ user_name: 'Ana' })]);
    await stream.hears(lead.as_of);
    stream.close();
  });

  test('by a double press is one', async () => {
    const { id } = await makeLead();
    await open(ana, id);
    // Within the time of a double press, however long the machine takes.
    withDatabase(server, (db) =>
      db.prepare("UPDATE contact_attempts SET opened_at = '2999-01-01T00:00:00.000Z' WHERE lead_id = ?").run(id),
    );
    const first = await readLead(id);
    expect(await open(ana, id)).toEqual(first);
    expect(await readHistory(id)).toEqual(['created', 'whatsapp_opened']);
  });

  test('asks each who opened something, about what they opened last', async () => {
    const { id } = await makeLead();
    await open(ana, id);
    await open(beto, id, 'email');
    await nextMoment();
    const { attempts } = await open(ana, id, 'call');
    const opened = attempts.map(({ user_name, channel }: Record<string, string>) => [user_name, channel]);
    expect(opened).toEqual([
      ['Beto', 'email'],
      ['Ana', 'call'],
    ]);
    expect((await answer(beto, id, false)).attempts).toMatchObject([{ user_name: 'Ana' }]);
  });

  test('of a lead that had its first contact goes to the history and asks nothing, but for a call', async () => {
    const { id } = await makeLead();
    await as(ana, `/api/leads/${id}`, { method: 'PATCH', body: { estado: 'perdido' } });
    expect((await open(ana, id)).attempts).toEqual([]);
    expect(await readHistory(id)).toEqual(['created', 'changed', 'whatsapp_opened']);
    expect((await open(ana, id, 'call')).attempts).toMatchObject([{ user_id: ana.id, channel: 'call' }]);
    const listed = (await as(beto, '/api/leads')).json.leads.find((lead: { id: number }) => lead.id === id);
    expect(listed.attempts).toHaveLength(1);
    // Reached: nothing else changes.
    expect(await end(ana, id, 'answered')).toMatchObject({ estado: 'perdido', attempts: [] });
    await end(ana, id, 'no_answer');
    expect((await readHistory(id)).slice(3)).toEqual(['call_started', 'call_ended']);
  });

  test('is one of three, and of a lead that is there', async () => {
    const { id } = await makeLead();
    const body = { channel: 'fax' };
    expect((await as(ana, `/api/leads/${id}/contacts`, { body })).status).toBe(422);
    for (const body of [{}, { outcome: 'busy' }, { contacted: true, outcome: 'answered' }])
      expect((await as(ana, `/api/leads/${id}/contacts`, { method: 'PATCH', body })).status).toBe(422);
    await as(ana, `/api/leads/${id}`, { method: 'DELETE' });
    for (const options of [{ body: { channel: 'call' } }, { method: 'PATCH', body: { contacted: true } }]) {
      expect((await as(ana, `/api/leads/${id}/contacts`, options)).status).toBe(404);
    }
  });
});

describe('“¿Hubo contacto?”', () => {
  test('yes is the first contact, since it was opened, and takes the lead from Nuevo to Contactado', async () => {
    const { id } = await makeLead();
    const [attempt] = (await open(ana, id)).attempts;
    const lead = await answer(ana, id, true);
    expect(lead).toMatchObject({
      estado: 'contactado',
      first_contacted_at: attempt.opened_at,
      attempts: [],
    });
    expect(await isListedAsWaiting(id)).toBe(false);
    expect(await readHistory(id)).toEqual(['created', 'whatsapp_opened', 'contact_confirmed', 'changed']);
  });

  test('yes pressed twice is one', async () => {
    const { id } = await makeLead();
    await open(ana, id);
    const first = await answer(ana, id, true);
    expect(await answer(ana, id, true)).toEqual(first);
  });

  test('yes can be undone: nobody has contacted the lead then, and the question stands again', async () => {
    const { id } = await makeLead();
    const { attempts } = await open(ana, id);
    const { as_of } = await answer(ana, id, true);
    const undone = (await as(ana, `/api/leads/${id}/undo`, { body: { event: as_of } })).json.lead;
    expect(undone).toMatchObject({ estado: 'nuevo', first_contacted_at: null, attempts });
    expect(await isListedAsWaiting(id)).toBe(true);
  });

  test('yes outlives the undoing of a later change', async () => {
    const { id } = await makeLead();
    await open(ana, id);
    const { first_contacted_at } = await answer(ana, id, true);
    const patch = (body: object) => as(ana, `/api/leads/${id}`, { method: 'PATCH', body });
    await patch({ estado: 'nuevo' });
    const { as_of } = (await patch({ estado: 'contactado' })).json.lead;
    await as(ana, `/api/leads/${id}/undo`, { body: { event: as_of } });
    expect(await readLead(id)).toMatchObject({ estado: 'nuevo', first_contacted_at });
  });

  test('of a call is how it ended: only who answered was contacted', async () => {
    const ends = [
      ['answered', { estado: 'contactado', attempts: [] }],
      ['no_answer', { estado: 'nuevo', first_contacted_at: null, attempts: [] }],
      ['message', { estado: 'nuevo', first_contacted_at: null, attempts: [] }],
    ] as const;
    for (const [outcome, after] of ends) {
      const { id } = await makeLead();
      const [attempt] = (await open(ana, id, 'call')).attempts;
      const lead = await end(ana, id, outcome);
      expect(lead, outcome).toMatchObject(after);
      if (outcome === 'answered') expect(lead.first_contacted_at).toBe(attempt.opened_at);
      const { events } = (await as(ana, `/api/leads/${id}/timeline?kind=contacts`)).json;
      expect(events[0], outcome).toMatchObject({ type: 'call_ended', actor_id: ana.id, to_value: outcome });
    }
    // Only calls can end like this.
    const { id } = await makeLead();
    await open(ana, id);
    expect((await end(ana, id, 'answered')).attempts).toHaveLength(1);
  });

  test('of a call that was answered can be undone, and the question stands again', async () => {
    const { id } = await makeLead();
    const { attempts } = await open(ana, id, 'call');
    const { as_of } = await end(ana, id, 'answered');
    const undone = (await as(ana, `/api/leads/${id}/undo`, { body: { event: as_of } })).json.lead;
    expect(undone).toMatchObject({ estado: 'nuevo', first_contacted_at: null, attempts });
  });

  test('no ends the question and leaves the lead waiting', async () => {
    const { id } = await makeLead();
    await open(ana, id);
    expect(await answer(ana, id, false)).toMatchObject({
      estado: 'nuevo',
      first_contacted_at: null,
      attempts: [],
    });
    expect(await readHistory(id)).toEqual(['created', 'whatsapp_opened', 'contact_denied']);
  });

  test('is for whoever opened it: what others answer changes nothing', async () => {
    const { id } = await makeLead();
    const lead = await open(ana, id);
    expect(await answer(beto, id, true)).toEqual(lead);
  });

  test('is over once somebody else has contacted the lead', async () => {
    const { id } = await makeLead();
    await open(ana, id);
    const body = { estado: 'perdido' };
    const { lead } = (await as(beto, `/api/leads/${id}`, { method: 'PATCH', body })).json;
    expect(lead.attempts).toEqual([]);
    expect(await answer(ana, id, true)).toEqual(lead);
  });

  test('goes with whom it was asked, and with the lead', async () => {
    const { id } = await makeLead();
    await open(ana, id);
    const count = () =>
      withDatabase(server, (db) =>
        db.prepare('SELECT count(*) FROM contact_attempts WHERE lead_id = ?').pluck().get(id),
      );
    expect(count()).toBe(1);
    withDatabase(server, (db) => db.prepare('DELETE FROM leads WHERE id = ?').run(id));
    expect(count()).toBe(0);
  });
});

test('a number that was stored without a link gets one at the next start, if it can be read now', async () => {
  const first = await startServer();
  const { cookie } = makePerson(first);
  const make = async (whatsapp: string): Promise<number> => {
    const body = { nombre: 'Iris', email: 'iris@x.example.com', whatsapp, owner_id: null };
    return (await call(first, '/api/leads', { cookie, body })).json.lead.id;
  };
  const [readable, unreadable] = [await make('+5491155554444'), await make('15 5566 7788')];
  withDatabase(first, (db) => db.prepare('UPDATE leads SET phone_key = NULL').run());
  await first.stop({ keep: true });
  const again = await startServer({ folder: first.folder });
  const keyOf = async (id: number) => (await call(again, `/api/leads/${id}`, { cookie })).json.lead.phone_key;
  await expect.poll(() => keyOf(readable)).toBe('541155554444');
  expect(await keyOf(unreadable)).toBe(null);
  const { events } = (await call(again, `/api/leads/${readable}/timeline`, { cookie })).json;
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['created']);
  await again.stop();
});
