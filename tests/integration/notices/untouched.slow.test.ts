import { afterEach, describe, expect, test } from 'vitest';
import { confirmNow, type Person } from '../../support/accounts';
import { startAt } from '../../support/clock';
import { makeCompany } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import {
  enquire,
  mailsTo,
  makeReader,
  noticesTo,
  setOfficeHours,
  subjectsTo,
  waitUntilKnown,
} from '../../support/notices';
import type { TestServer } from '../../support/server';

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function begin(moment: string, options?: Parameters<typeof startAt>[1]) {
  const started = await startAt(moment, options);
  running.push(started.server);
  return started;
}

/** Who was notified, per the lead's history, oldest first. */
async function toldOf(server: TestServer, lead: number, { cookie }: Person) {
  const { json, text } = await call(server, `/api/leads/${lead}/timeline`, { cookie });
  expect(json, text).toHaveProperty('events');
  return json.events
    .filter(({ type }: { type: string }) => type === 'told')
    .map(({ field, to_value }: { field: string; to_value: string }) => [field, to_value.split('\n').sort()])
    .reverse();
}

const watches = (server: TestServer) =>
  withDatabase(server, (db) => db.prepare('SELECT step, since FROM lead_watches ORDER BY lead_id').all());

/** When the last round was told. */
const toldAt = (server: TestServer) =>
  withDatabase(server, (db) => db.prepare('SELECT max(told_at) FROM notice_rounds').pluck().get() as string);

describe('an enquiry that nobody touches', () => {
  test('is told again to everybody on duty, then to the administrators, and its history says so', async () => {
    const { server, goTo } = await begin('2026-11-23T10:00:00Z');
    setOfficeHours(server);
    const ana = makeReader(server, {}, { name: 'Ana' });
    const bruno = makeReader(server, { email: 'each' }, { name: 'Bruno' });
    const silent = makeReader(server, { email: 'none' }, { name: 'Nadia' });
    const admin = makeReader(server, {}, { name: 'Ada', roles: ['admin'] });
    const outside = [
      makeReader(server, {}, { status: 'suspended' }),
      makeReader(server, {}, { status: 'pending' }),
      makeReader(
        server,
        {},
        { roles: ['coordinator'], companyId: makeCompany(server, { name: 'Sur', country: 'Chile' }) },
      ),
    ];
    await waitUntilKnown(server, ana, bruno, silent, admin);
    const lead = await enquire(server, 'Carla Paz');
    await expect.poll(() => watches(server)).toMatchObject([{ step: 'insist' }]);
    await goTo('2026-11-23T10:05:30Z');
    await expect.poll(() => subjectsTo(server, ana)).toEqual(['Sin atender: Carla Paz, Argentina']);
    await expect.poll(() => toldOf(server, lead, ana)).toEqual([['insist', ['Ada', 'Ana', 'Bruno']]]);
    await expect.poll(() => watches(server)).toMatchObject([{ step: 'alarm' }]);
    await goTo('2026-11-23T10:15:45Z');
    await expect
      .poll(() => toldOf(server, lead, ana))
      .toEqual([
        ['insist', ['Ada', 'Ana', 'Bruno']],
        ['alarm', ['Ada']],
      ]);
    await expect.poll(() => subjectsTo(server, admin).length).toBe(2);
    expect(noticesTo(server, ana)).toEqual(['mail.untouched']);
    expect(watches(server)).toEqual([]);
    for (const person of [silent, ...outside]) expect(noticesTo(server, person)).toEqual([]);
    // Notifications are no activity.
    const { json } = await call(server, `/api/leads/${lead}`, { cookie: ana.cookie });
    expect(json.lead.last_activity_at).toBe(json.lead.created_at);
  });

  test('is told to those who take leads, where somebody does', async () => {
    const { server, goTo } = await begin('2026-11-23T10:00:00Z');
    setOfficeHours(server);
    const ana = makeReader(server, { takesLeads: true });
    const bruno = makeReader(server, {});
    await waitUntilKnown(server, ana, bruno);
    await enquire(server, 'Carla Paz');
    await goTo('2026-11-23T10:05:30Z');
    await expect.poll(() => noticesTo(server, ana)).toEqual(['mail.untouched']);
    expect(noticesTo(server, bruno)).toEqual([]);
  });

  test('is watched until somebody touches it, and again where that is taken back', async () => {
    const { server } = await begin('2026-11-23T10:00:00Z');
    setOfficeHours(server);
    const { cookie, id } = makeReader(server, {});
    const post = (path: string, body: object) => call(server, path, { body, cookie });
    const change = async (lead: number, body: object) =>
      expect((await call(server, `/api/leads/${lead}`, { method: 'PATCH', body, cookie })).status).toBe(200);
    const watchOf = (lead: number) =>
      withDatabase(server, (db) => db.prepare('SELECT step, since FROM lead_watches WHERE lead_id = ?').get(lead)) as
        | { step: string; since: string }
        | undefined;
    const watched = async () => {
      const lead = await enquire(server, 'Carla Paz');
      await expect.poll(() => watchOf(lead)).toMatchObject({ step: 'insist' });
      return lead;
    };
    const touches: Record<string, (lead: number) => Promise<unknown>> = {
      'a status': (lead) => change(lead, { estado: 'contactado' }),
      'a next contact': (lead) => change(lead, { next_contact_on: '2026-11-25' }),
      'an owner': (lead) => change(lead, { owner_id: id }),
      'a note': (lead) => post(`/api/leads/${lead}/notes`, { body: 'Ya' }),
      'a call': (lead) => post(`/api/leads/${lead}/contacts`, { channel: 'call' }),
    };
    const corrected = await watched();
    for (const [name, touch] of Object.entries(touches)) {
      const lead = await watched();
      await touch(lead);
      expect.soft(watchOf(lead), name).toBeUndefined();
    }
    // Corrections do not count as touching it.
    await change(corrected, { empresa: 'Casa Sur' });
    expect(watchOf(corrected)).toMatchObject({ step: 'insist' });

    const takenBack: Record<string, (lead: number) => Promise<unknown>> = {
      ...Object.fromEntries(
        ['a status', 'a note', 'a call'].map((name) => [
          name,
          async (lead: number) => {
            await touches[name]?.(lead);
            const timeline = await call(server, `/api/leads/${lead}/timeline`, { cookie });
            const [own] = timeline.json.events;
            expect((await post(`/api/leads/${lead}/undo`, { event: own.id })).status, name).toBe(200);
          },
        ]),
      ),
      'its deletion': async (lead) => {
        await call(server, `/api/leads/${lead}`, { method: 'DELETE', cookie });
        await call(server, `/api/leads/${lead}/restore`, { method: 'POST', cookie });
      },
    };
    for (const [name, touch] of Object.entries(takenBack)) {
      const lead = await watched();
      const first = watchOf(lead)?.since;
      await touch(lead);
      await expect.poll(() => watchOf(lead), { message: name }).toMatchObject({ step: 'insist' });
      expect.soft(watchOf(lead)?.since, name).not.toBe(first);
    }
  });

  test.each([
    ['nobody', null],
    ['a colleague', 'a colleague'],
  ])('is told again where whoever had it leaves it to %s by being suspended', async (_name, to) => {
    const { server, goTo } = await begin('2026-11-23T10:00:00Z');
    setOfficeHours(server);
    const leaver = makeReader(server, { takesLeads: true }, { name: 'Ana' });
    const bruno = makeReader(server, {}, { name: 'Bruno' });
    const admin = makeReader(server, { email: 'none' }, { name: 'Ada', roles: ['admin'] });
    await waitUntilKnown(server, leaver, bruno, admin);
    const lead = await enquire(server, 'Carla Paz');
    await expect.poll(() => watches(server)).toMatchObject([{ step: 'insist' }]);
    // In the server's time.
    confirmNow(server, admin, new Date('2026-11-23T10:00:00Z'));
    const { status } = await call(server, `/api/profiles/${leaver.id}`, {
      method: 'PATCH',
      body: { status: 'suspended', ...(to && { leads_to: bruno.id }) },
      cookie: admin.cookie,
    });
    expect(status).toBe(200);
    const owner = withDatabase(server, (db) => db.prepare('SELECT owner_id FROM leads WHERE id = ?').pluck().get(lead));
    expect(owner).toBe(to && bruno.id);
    await goTo('2026-11-23T10:05:30Z');
    await expect.poll(() => noticesTo(server, bruno)).toEqual(['mail.untouched']);
  });
});

describe('outside office hours', () => {
  test('what comes waits for the opening, also where the clocks change over the weekend, and is told then, in order', async () => {
    const nights = [
      ['Europe/Madrid', '2026-03-28T20:00:00Z', '2026-03-30T07:00:00.000Z'],
      ['America/Santiago', '2026-04-04T20:00:00Z', '2026-04-06T13:00:00.000Z'],
      ['America/Santiago', '2026-09-05T20:00:00Z', '2026-09-07T12:00:00.000Z'],
      ['Europe/Madrid', '2026-10-24T20:00:00Z', '2026-10-26T08:00:00.000Z'],
    ] as const;
    const { server, goTo } = await begin(nights[0][1]);
    for (const [zone, night, opening] of nights) {
      await goTo(night);
      withDatabase(server, (db) => db.exec('DELETE FROM lead_watches'));
      setOfficeHours(server, { zone });
      const ana = makeReader(server, { zone });
      await waitUntilKnown(server, ana);
      for (const nombre of ['Una', 'Otra', 'Tercera']) await enquire(server, nombre);
      await goTo(new Date(Date.parse(opening) - 2000).toISOString());
      await waitUntilKnown(server, makeReader(server, { email: 'none', zone }));
      await expect.poll(() => noticesTo(server, ana), { message: night }).toContain('mail.untouched');
      expect(toldAt(server) >= opening, `${toldAt(server)}, not before ${opening}`).toBe(true);
      const untouched = () => mailsTo(server, ana).filter(({ headers }) => /sin atender/.test(headers.subject ?? ''));
      await expect.poll(() => untouched().length, { message: night }).toBe(1);
      const text = untouched()[0]?.text ?? '';
      const listed = [...text.matchAll(/^• (\w+)$/gm)].map(([, name]) => name);
      expect(listed, night).toEqual(['Una', 'Otra', 'Tercera']);
    }
  });

  test('new hours count at once for what waits already', async () => {
    const { server, goTo } = await begin('2026-11-23T20:00:00Z');
    setOfficeHours(server);
    const admin = makeReader(server, { email: 'none' }, { roles: ['admin'] });
    const ana = makeReader(server, {});
    await waitUntilKnown(server, ana);
    await enquire(server, 'Carla Paz');
    const change = (hours: object) =>
      call(server, '/api/team/notices', {
        method: 'PATCH',
        cookie: admin.cookie,
        body: {
          ...{ email: 'digest', days: [1, 2, 3, 4, 5, 6, 7], opens: '09:00' },
          ...{ closes: '18:00', insist_after: 5, alarm_after: 15, ...hours },
        },
      });
    expect((await change({ days: [] })).status).toBe(200);
    await goTo('2026-11-24T10:00:00Z');
    await waitUntilKnown(server, makeReader(server, { email: 'none' }));
    expect(watches(server)).toMatchObject([{ step: 'insist' }]);
    await change({ days: [3], opens: '07:30' });
    await goTo('2026-11-25T06:30:01Z');
    await expect.poll(() => noticesTo(server, ana)).toContain('mail.untouched');
    // Not at nine, as before.
    expect(toldAt(server)).toMatch(/^2026-11-25T0[67]/);
  });
});

describe('one telling', () => {
  const OPENING = '2026-11-24T08:00:00.500Z';

  test('across a restart at the very minute', async () => {
    const night = await begin('2026-11-23T20:00:00Z');
    setOfficeHours(night.server);
    const ana = makeReader(night.server, {});
    await waitUntilKnown(night.server, ana);
    const lead = await enquire(night.server, 'Carla Paz');
    await expect.poll(() => watches(night.server)).toMatchObject([{ step: 'insist' }]);
    running.pop();
    await night.server.stop({ keep: true });
    const { folder } = night.server;
    for (const kill of [true, true, false]) {
      const { server } = await begin(OPENING, { folder });
      await expect.poll(() => noticesTo(server, ana)).toContain('mail.untouched');
      await expect.poll(() => toldOf(server, lead, ana)).toHaveLength(1);
      if (!kill) break;
      running.pop();
      server.process.kill('SIGKILL');
      await server.exited;
    }
    const [server] = running;
    if (!server) throw new Error('no server is left');
    expect(noticesTo(server, ana).filter((event) => event === 'mail.untouched')).toHaveLength(1);
  });

  test('of two processes on one database, also when the one that sends is killed', async () => {
    const first = await begin('2026-11-23T20:00:00Z');
    setOfficeHours(first.server);
    const ana = makeReader(first.server, { email: 'each' });
    await waitUntilKnown(first.server, ana);
    const second = await begin('2026-11-23T20:00:00Z', { env: { DATABASE_PATH: first.server.databasePath } });
    // Created in the second process, notified by the first.
    const lead = await enquire(second.server, 'Carla Paz');
    await expect.poll(() => noticesTo(first.server, ana)).toEqual(['mail.new_leads']);
    await Promise.all([first.goTo(OPENING), second.goTo(OPENING)]);
    await expect.poll(() => toldOf(second.server, lead, ana)).toHaveLength(1);
    first.server.process.kill('SIGKILL');
    await first.server.exited;
    await enquire(second.server, 'Elsa Gil');
    await expect
      .poll(() => noticesTo(second.server, ana))
      .toEqual(['mail.new_leads', 'mail.untouched', 'mail.new_leads']);
  });

  test('names what it is about by a few, however many came overnight, and all of them say so', async () => {
    const { server, goTo } = await begin('2026-11-23T20:00:00Z');
    setOfficeHours(server);
    const people = [makeReader(server, {}), makeReader(server, { email: 'each' })];
    await waitUntilKnown(server, ...people);
    const MANY = 2000;
    withDatabase(server, (db) =>
      db.transaction(() => {
        const lead = db.prepare(
          `INSERT INTO leads (nombre, email, email_key, source, created_at, last_activity_at)
           VALUES (?, ?, ?, 'landing', :at, :at)`,
        );
        const watch = db.prepare(`INSERT INTO lead_watches (lead_id, step, since) VALUES (?, 'insist', :at)`);
        for (let index = 1; index <= MANY; index++) {
          const at = new Date(Date.parse('2026-11-23T20:00:00Z') + index).toISOString();
          const email = `n${index}@x.example.com`;
          const { lastInsertRowid } = lead.run(`Consulta ${index}`, email, email, { at });
          watch.run(lastInsertRowid, { at });
        }
      })(),
    );
    await goTo('2026-11-24T08:00:01Z');
    const count = (sql: string) => withDatabase(server, (db) => db.prepare(sql).pluck().get());
    await expect.poll(() => count("SELECT count(*) FROM lead_events WHERE type = 'told'")).toBe(MANY);
    for (const person of people)
      expect(noticesTo(server, person).filter((event) => event === 'mail.untouched')).toHaveLength(1);
    const mails = () => mailsTo(server, people[1] ?? { email: '' });
    await expect
      .poll(() => mails().map(({ headers }) => headers.subject))
      .toEqual([`${MANY} consultas sin atender: Consulta 1, Consulta 2, Consulta 3 y ${MANY - 3} más`]);
    const [mail] = mails();
    expect([...(mail?.text ?? '').matchAll(/^• Consulta (\d+)$/gm)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
});
