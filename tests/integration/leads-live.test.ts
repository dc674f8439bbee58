import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { bestTimeOf } from '../support/best-time';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { openStream } from '../support/live';
import { startServer, type TestServer } from '../support/server';
import { sharedServer } from '../support/shared';

let server: TestServer;
let staff: Person;
beforeAll(async () => {
  server = await sharedServer();
  staff = makePerson(server);
});

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
  test('hears of an enquiry within two seconds, with the counters, uncompressed', async () => {
    const stream = await openStream(server, staff.cookie);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.headers.get('content-encoding')).toBeNull();
    const delay = await bestTimeOf(2000, async (nth) => {
      await enquire(`Vera Viva ${nth}`);
      const message = await stream.waitFor(({ data }) => data.includes(`Vera Viva ${nth}`));
      const update = JSON.parse(message.data);
      expect(update.leads).toHaveLength(1);
      expect(update.counters).toEqual((await api('/api/leads/counters')).json);
    });
    expect(delay).toBeLessThan(2000);
    stream.close();
  });

  test('hears of changes, notes, deletion and return', async () => {
    const id = await makeLead('Iris');
    const stream = await openStream(server, staff.cookie);
    await api(`/api/leads/${id}`, { method: 'PATCH', body: { estado: 'ganado' } });
    await stream.waitFor(({ data }) => data.includes('"estado":"ganado"'));
    await api(`/api/leads/${id}/notes`, { body: { body: 'Hola' } });
    await stream.waitFor(({ data }) => data.includes('"notes_count":1'));
    await api(`/api/leads/${id}`, { method: 'DELETE' });
    await stream.waitFor(({ data }) => data.includes(`"gone":[${id}]`));
    const messagesBefore = stream.messages.length;
    await api(`/api/leads/${id}/restore`, { method: 'POST' });
    await stream.waitFor((message) => stream.messages.indexOf(message) >= messagesBefore);
    stream.close();
  });

  test('misses nothing and hears nothing twice over a dropped connection', async () => {
    const stream = await openStream(server, staff.cookie);
    const first = await makeLead('Primera');
    const { id: lastEventId } = await stream.waitFor(({ data }) => data.includes(`"id":${first},`));
    stream.close();
    const meanwhile = [await makeLead('Segunda'), await makeLead('Tercera')];
    const resumed = await openStream(server, staff.cookie, { after: 0, lastEventId });
    const message = await resumed.waitFor(({ event }) => event === 'leads');
    expect(JSON.parse(message.data).leads.map((lead: { id: number }) => lead.id)).toEqual(meanwhile);
    const last = await makeLead('Cuarta');
    const next = await resumed.waitFor(({ data }) => data.includes(`"id":${last},`));
    expect(JSON.parse(next.data).leads).toHaveLength(1);
    expect(resumed.messages.filter(({ event }) => event === 'leads')).toHaveLength(2);
    resumed.close();
    // Even if it missed only one event.
    const alone = await makeLead('Quinta');
    const third = await openStream(server, staff.cookie, { after: 0, lastEventId: next.id });
    const { data } = await third.waitFor(({ event }) => event === 'leads');
    expect(JSON.parse(data).leads.map((lead: { id: number }) => lead.id)).toEqual([alone]);
    third.close();
  });

  test('that missed too many leads is told to read its list again, and of the newest enquiries', async () => {
    const after = await readNow();
    const enquiries = [await enquire('Una'), await enquire('Otra')];
    const byHand = await Promise.all(Array.from({ length: 99 }, (_, n) => makeLead(`Masiva ${n}`)));
    const stream = await openStream(server, staff.cookie, { after });
    const { event, data } = await stream.waitFor(({ event }) => event === 'leads' || event === 'reload');
    stream.close();
    expect(event).toBe('reload');
    const [newest, second, ...others]: { id: number; at: string }[] = JSON.parse(data).enquiries;
    expect([newest?.id, second?.id]).toEqual(enquiries.reverse());
    const { lead } = (await api(`/api/leads/${newest?.id}`)).json;
    expect(Date.parse(newest?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(lead.created_at));
    for (const { id } of others) expect(byHand).not.toContain(id);
  });

  test('that missed a thousand events about few leads is told so, too', async () => {
    const after = await readNow();
    const id = await makeLead('Movida');
    withDatabase(server, (db) =>
      db
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
           INSERT INTO lead_events (lead_id, type, created_at) SELECT ?, 'whatsapp_opened', ? FROM n`,
        )
        .run(id, new Date().toISOString()),
    );
    await makeLead('La última');
    const stream = await openStream(server, staff.cookie, { after });
    expect((await stream.waitFor(({ event }) => event === 'leads' || event === 'reload')).event).toBe('reload');
    stream.close();
  });
});

describe('the stream', () => {
  test('is for staff', async () => {
    const coordinator = makePerson(server, { roles: ['coordinator'] });
    expect((await openStream(server, '')).status).toBe(401);
    expect((await openStream(server, coordinator.cookie)).status).toBe(403);
  });

  test('hears of what another process on the same database writes, which streams do not keep from stopping', async () => {
    const second = await startServer({ env: { DATABASE_PATH: server.databasePath } });
    const there = await openStream(second, staff.cookie);
    const stream = await openStream(server, staff.cookie);
    await call(second, '/api/leads', {
      cookie: staff.cookie,
      body: { nombre: 'Desde al lado', email: 'lado@x.example.com' },
    });
    const { data } = await stream.waitFor((message) => message.data.includes('Desde al lado'));
    expect(JSON.parse(data).counters).toEqual((await api('/api/leads/counters')).json);
    stream.close();
    expect(await second.stop()).toBe(0);
    // A stream left open would be cut some seconds later.
    expect(await there.ended).toBe('ended');
  });
});
