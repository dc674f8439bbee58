import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { takesAtBest } from '../support/at-best';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { openStream } from '../support/live';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let staff: Person;
beforeAll(async () => {
  server = await startServer();
  staff = makePerson(server);
});
afterAll(() => server.stop());

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: staff.cookie, ...options });

async function makeLead(nombre: string): Promise<number> {
  return (await api('/api/leads', { body: { nombre, email: `${crypto.randomUUID()}@x.example.com` } })).json
    .lead.id;
}

describe('an open panel', () => {
  test('hears of an enquiry within two seconds, with the counters, uncompressed', async () => {
    const stream = await openStream(server, staff.cookie);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.headers.get('content-encoding')).toBeNull();
    const delay = await takesAtBest(2000, async (nth) => {
      const nobodyElses = { email: `vera${nth}@x.example.com`, telefono: `+54 9 11 5555 000${nth}` };
      await submitEnquiry(server, { ...validEnquiry, ...nobodyElses, nombre: `Vera Viva ${nth}` });
      const message = await stream.heard(({ data }) => data.includes(`Vera Viva ${nth}`));
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
    await stream.heard(({ data }) => data.includes('"estado":"ganado"'));
    await api(`/api/leads/${id}/notes`, { body: { body: 'Hola' } });
    await stream.heard(({ data }) => data.includes('"notes_count":1'));
    await api(`/api/leads/${id}`, { method: 'DELETE' });
    await stream.heard(({ data }) => data.includes(`"gone":[${id}]`));
    const heardSoFar = stream.messages.length;
    await api(`/api/leads/${id}/restore`, { method: 'POST' });
    await stream.heard((message) => stream.messages.indexOf(message) >= heardSoFar);
    stream.close();
  });

  test('hears of what another process on the same database writes', async () => {
    const second = await startServer({ env: { DATABASE_PATH: server.databasePath } });
    try {
      const stream = await openStream(server, staff.cookie);
      await call(second, '/api/leads', {
        cookie: staff.cookie,
        body: { nombre: 'Desde al lado', email: 'lado@x.example.com' },
      });
      const { data } = await stream.heard((message) => message.data.includes('Desde al lado'));
      expect(JSON.parse(data).counters).toEqual((await api('/api/leads/counters')).json);
      stream.close();
    } finally {
      await second.stop();
    }
  });

  test('misses nothing and hears nothing twice over a dropped connection', async () => {
    const stream = await openStream(server, staff.cookie);
    const first = await makeLead('Primera');
    const { id: lastEventId } = await stream.heard(({ data }) => data.includes(`"id":${first},`));
    stream.close();
    const meanwhile = [await makeLead('Segunda'), await makeLead('Tercera')];
    const resumed = await openStream(server, staff.cookie, { after: 0, lastEventId });
    const message = await resumed.heard(({ event }) => event === 'leads');
    expect(JSON.parse(message.data).leads.map((lead: { id: number }) => lead.id)).toEqual(meanwhile);
    const last = await makeLead('Cuarta');
    const next = await resumed.heard(({ data }) => data.includes(`"id":${last},`));
    expect(JSON.parse(next.data).leads).toHaveLength(1);
    expect(resumed.messages.filter(({ event }) => event === 'leads')).toHaveLength(2);
    resumed.close();
    // Also where it is only one thing.
    const alone = await makeLead('Quinta');
    const third = await openStream(server, staff.cookie, { after: 0, lastEventId: next.id });
    const { data } = await third.heard(({ event }) => event === 'leads');
    expect(JSON.parse(data).leads.map((lead: { id: number }) => lead.id)).toEqual([alone]);
    third.close();
  });

  test('is told to read its list again when it missed too much', async () => {
    for (let n = 0; n < 101; n++) await makeLead(`Masiva ${n}`);
    const stream = await openStream(server, staff.cookie, { after: 0 });
    const message = await stream.heard(({ event }) => event === 'leads' || event === 'reload');
    expect(message.event).toBe('reload');
    stream.close();
  });

  test('also learns then of the newest enquiries, and of no lead that was made by hand', async () => {
    await submitEnquiry(server, { ...validEnquiry, email: 'entre@x.example.com' });
    const stream = await openStream(server, staff.cookie, { after: 0 });
    const { data } = await stream.heard(({ event }) => event === 'reload');
    stream.close();
    const { id, created_at } = withDatabase(
      server,
      (db) =>
        db.prepare("SELECT id, created_at FROM leads WHERE source = 'landing' ORDER BY id DESC").get() as {
          id: number;
          created_at: string;
        },
    );
    const [newest, ...others] = JSON.parse(data).enquiries;
    expect(newest.id).toBe(id);
    expect(Date.parse(newest.at)).toBeGreaterThanOrEqual(Date.parse(created_at));
    const byHand = withDatabase(server, (db) =>
      db.prepare("SELECT id FROM leads WHERE source = 'crm_manual'").pluck().all(),
    );
    for (const other of others) expect(byHand).not.toContain(other.id);
  });
});

test('an open panel is told to read its list again also after a thousand events about few leads', async () => {
  const own = await startServer();
  try {
    const { cookie } = makePerson(own);
    const make = async (nombre: string) =>
      (await call(own, '/api/leads', { cookie, body: { nombre, email: 'i@x.example.com' } })).json.lead.id;
    const id = await make('Movida');
    withDatabase(own, (db) => {
      const insert = db.prepare(
        "INSERT INTO lead_events (lead_id, type, created_at) VALUES (?, 'whatsapp_opened', ?)",
      );
      db.transaction(() => {
        for (let n = 0; n < 1000; n++) insert.run(id, new Date().toISOString());
      })();
    });
    await make('La última');
    const stream = await openStream(own, cookie, { after: 0 });
    expect((await stream.heard(({ event }) => event === 'leads' || event === 'reload')).event).toBe('reload');
    stream.close();
  } finally {
    await own.stop();
  }
});

describe('the stream', () => {
  test('is for staff', async () => {
    const coordinator = makePerson(server, { roles: ['coordinator'] });
    expect((await openStream(server, '')).status).toBe(401);
    expect((await openStream(server, coordinator.cookie)).status).toBe(403);
  });

  test('does not keep the server from stopping', async () => {
    const own = await startServer();
    const stream = await openStream(own, makePerson(own).cookie);
    expect(await own.stop()).toBe(0);
    // A stream that kept it would be cut, some seconds later.
    expect(await stream.over).toBe('ended');
  });
});
