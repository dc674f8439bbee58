import { describe, expect, test } from 'vitest';
import { bestTimeOf } from '../support/best-time';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { openStream } from '../support/live';
import { providePerson, provideSharedServer } from '../support/provide';
import { startServer } from '../support/server';

const server = provideSharedServer();
const staff = providePerson(server);

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: staff.cookie, ...options });

async function makeLead(nombre: string): Promise<number> {
  return (await api('/api/leads', { body: { nombre, email: `${crypto.randomUUID()}@x.example.com` } })).json.lead.id;
}

/** From a new address, so that no other lead is reported with it. Returns the lead's id. */
async function enquire(nombre: string): Promise<number> {
  const email = `${crypto.randomUUID()}@x.example.com`;
  const telefono = `+54911${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  await submitEnquiry(server, { ...validEnquiry, email, telefono, nombre });
  return withDatabase(server, (db) => Number(db.prepare('SELECT id FROM leads WHERE email = ?').pluck().get(email)));
}

const readNow = async () => Number((await api('/api/leads/counters')).headers.get('x-as-of'));

describe('an open panel', () => {
  test('hears of an enquiry within two seconds, uncompressed, and what it asks for then is as new', async () => {
    const stream = await openStream(server, staff.cookie);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.headers.get('content-encoding')).toBeNull();
    for (const nombre of ['Antes', 'Después']) await makeLead(nombre);
    const delay = await bestTimeOf(2000, async (nth) => {
      const id = await enquire(`Vera Viva ${nth}`);
      const { as_of, enquiries } = await stream.hears(await readNow());
      expect(enquiries[0]?.id).toBe(id);
      const { json } = await api(`/api/leads/panel?rows=3&also=${id},987654321`);
      expect(json.as_of).toBeGreaterThanOrEqual(as_of);
      expect([json.leads.length, json.leads[0].id, json.also.leads]).toEqual([3, id, []]);
      expect(json.counters).toEqual((await api('/api/leads/counters')).json);
    });
    expect(delay).toBeLessThan(2000);
    stream.close();
    const beside = await makeLead('Al lado');
    await api(`/api/leads/${beside}`, { method: 'PATCH', body: { estado: 'ganado' } });
    const { json } = await api(`/api/leads/panel?estado=perdido&also=${beside}`);
    expect(json.also.leads).toEqual([expect.objectContaining({ id: beside, estado: 'ganado' })]);
    for (const query of ['rows=201', 'rows=0', 'also=x', `also=${Array(201).fill(1)}`, 'nada=1'])
      expect.soft((await api(`/api/leads/panel?${query}`)).status, query).toBe(422);
  });

  test('hears of changes, notes, deletion and return', async () => {
    const id = await makeLead('Iris');
    const stream = await openStream(server, staff.cookie);
    for (const [path, sent] of [
      ['', { method: 'PATCH', body: { estado: 'ganado' } }],
      ['/notes', { body: { body: 'Hola' } }],
      ['', { method: 'DELETE' }],
      ['/restore', { method: 'POST' }],
    ] as const) {
      await api(`/api/leads/${id}${path}`, sent);
      await stream.hears(await readNow());
    }
    stream.close();
  });

  test('misses nothing over a dropped connection', async () => {
    const stream = await openStream(server, staff.cookie);
    await makeLead('Primera');
    const { as_of } = await stream.hears(await readNow());
    stream.close();
    for (const nombre of ['Segunda', 'Tercera']) await makeLead(nombre);
    const resumed = await openStream(server, staff.cookie, { after: 0, lastEventId: String(as_of) });
    expect((await resumed.hears(as_of + 1)).as_of).toBe(await readNow());
    resumed.close();
  });

  test('that missed thousands of events hears of them in one message, and of the newest enquiries', async () => {
    const after = await readNow();
    const enquiries = [await enquire('Una'), await enquire('Otra')];
    const byHand = await makeLead('A mano');
    withDatabase(server, (db) =>
      db
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
           INSERT INTO lead_events (lead_id, type, created_at) SELECT ?, 'whatsapp_opened', ? FROM n`,
        )
        .run(byHand, new Date().toISOString()),
    );
    const last = await readNow();
    const stream = await openStream(server, staff.cookie, { after });
    const told = await stream.hears(last);
    const [newest, second, ...others] = told.enquiries;
    expect([newest?.id, second?.id]).toEqual(enquiries.reverse());
    const { lead } = (await api(`/api/leads/${newest?.id}`)).json;
    expect(Date.parse(newest?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(lead.created_at));
    for (const { id } of others) expect(id).not.toBe(byHand);
    expect(stream.messages.filter(({ event }) => event === 'leads')).toHaveLength(1);
    stream.close();
  });
});

describe('the stream', () => {
  test('hears of what another process on the same database writes, which streams do not keep from stopping', async () => {
    const second = await startServer({ env: { DATABASE_PATH: server.databasePath } });
    const there = await openStream(second, staff.cookie);
    const stream = await openStream(server, staff.cookie);
    const { json } = await call(second, '/api/leads', {
      cookie: staff.cookie,
      body: { nombre: 'Desde al lado', email: 'lado@x.example.com' },
    });
    await stream.hears(json.lead.as_of);
    stream.close();
    expect(await second.stop()).toBe(0);
    // A stream left open would be cut some seconds later.
    expect(await there.ended).toBe('ended');
  });
});
