import { describe, expect, test } from 'vitest';
import { call } from '../support/http';
import { openStream } from '../support/live';
import { providePerson, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const staff = providePerson(server);

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: staff.cookie, ...options });

const makeLead = async (nombre = 'Iris', email = 'iris@x.example.com') =>
  (await api('/api/leads', { body: { nombre, email, owner_id: null, waiting: true } })).json.lead;

/** The server's current event, as answers without a lead state it. */
const readNow = async () => Number((await api('/api/leads/counters')).headers.get('x-as-of'));

describe('whatever tells of a lead says as of which event it is:', () => {
  test('the answer to a change, as of that change', async () => {
    const made = await makeLead();
    expect(made.as_of).toBe(await readNow());
    const path = `/api/leads/${made.id}`;
    const steps: [string, object][] = [
      [path, { method: 'PATCH', body: { estado: 'contactado' } }],
      [path, { method: 'PATCH', body: { empresa: 'Casa Sur', pais: 'Chile' } }],
      [`${path}/contacts`, { body: { channel: 'whatsapp' } }],
    ];
    let before = made.as_of;
    for (const [url, options] of steps) {
      const { as_of } = (await api(url, options)).json.lead;
      expect(as_of).toBeGreaterThan(before);
      expect(as_of).toBe(await readNow());
      before = as_of;
    }
    const gone = await api(path, { method: 'DELETE' });
    expect(Number(gone.headers.get('x-as-of'))).toBe(before + 1);
    const back = await api(`${path}/restore`, { method: 'POST' });
    expect(back.json.lead.as_of).toBe(before + 2);
  });

  test('each row of a list, the list itself, also an empty one, and a lead by itself', async () => {
    const { id } = await makeLead();
    const now = await readNow();
    const list = (await api('/api/leads')).json;
    expect(list.as_of).toBe(now);
    expect(new Set(list.leads.map((lead: { as_of: number }) => lead.as_of))).toEqual(new Set([now]));
    expect((await api(`/api/leads?q=${crypto.randomUUID()}`)).json).toEqual({
      leads: [],
      next_cursor: null,
      total: 0,
      as_of: now,
    });
    expect((await api('/api/leads?q=iris')).json.leads[0].as_of).toBe(now);
    expect((await api(`/api/leads/${id}`)).json.lead.as_of).toBe(now);
  });

  test('that it is not there', async () => {
    const { id } = await makeLead();
    await api(`/api/leads/${id}`, { method: 'DELETE' });
    const now = await readNow();
    const body = { estado: 'ganado' };
    for (const answer of [
      await api(`/api/leads/${id}`),
      await api(`/api/leads/${id}`, { method: 'PATCH', body }),
      await api(`/api/leads/${id}/notes`, { body: { body: 'Hola' } }),
    ]) {
      expect(answer.status).toBe(404);
      expect(Number(answer.headers.get('x-as-of'))).toBe(now);
    }
  });

  test('a live message, which is its number, too', async () => {
    const stream = await openStream(server, staff.cookie);
    const { as_of } = await makeLead('Vera Viva', `${crypto.randomUUID()}@x.example.com`);
    expect((await stream.hears(as_of)).as_of).toBe(as_of);
    stream.close();
  });
});

test('every change of what is known of a lead is an event: of two readings that differ the later is the newer', async () => {
  const { id } = await makeLead();
  const path = `/api/leads/${id}`;
  const note = (await api(`${path}/notes`, { body: { body: 'Hola' } })).json.note;
  const won = (await api(path, { method: 'PATCH', body: { estado: 'ganado' } })).json.lead.as_of;
  const changes: [string, object][] = [
    [path, { method: 'PATCH', body: { client_type: 'otros' } }],
    [`${path}/notes`, { body: { body: 'Otra' } }],
    [`/api/notes/${note.id}`, { method: 'PATCH', body: { body: 'Hola, hola' } }],
    [`/api/notes/${note.id}`, { method: 'DELETE' }],
    [`/api/notes/${note.id}/restore`, { method: 'POST' }],
    [`${path}/undo`, { body: { event: won } }],
    [`${path}/contacts`, { body: { channel: 'call' } }],
    [`${path}/contacts`, { method: 'PATCH', body: { contacted: false } }],
    [`${path}/contacts`, { body: { channel: 'email' } }],
    [`${path}/contacts`, { method: 'PATCH', body: { contacted: true } }],
    [path, { method: 'DELETE' }],
    [`${path}/restore`, { method: 'POST' }],
  ];
  for (const [url, options] of changes) {
    const before = await readNow();
    expect((await api(url, options)).status).toBeLessThan(300);
    expect(await readNow()).toBeGreaterThan(before);
  }
});
