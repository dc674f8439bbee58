import { afterEach, describe, expect, test } from 'vitest';
import type { Person } from '../../support/accounts';
import { startAt } from '../../support/clock';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import {
  enquire,
  mailsTo,
  makeReader,
  noticesTo,
  planContact,
  subjectsTo,
  waitUntilKnown,
} from '../../support/notices';
import { readDeliveries } from '../../support/outbox';
import type { TestServer } from '../../support/server';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

const running: TestServer[] = [];
const sinks: SmtpSink[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const sink of sinks.splice(0)) await sink.stop();
});

async function begin(moment: string, options?: Parameters<typeof startAt>[1]) {
  const started = await startAt(moment, options);
  running.push(started.server);
  return started;
}

/** The last day whose digest is done. */
const digestDay = (server: TestServer, { id }: Person) =>
  withDatabase(server, (db) => db.prepare('SELECT day FROM notice_days WHERE user_id = ?').pluck().get(id));

describe('the digest', () => {
  test('comes at eight on the wall, day after day, where summer begins and where it ends', async () => {
    const changes = [
      ['Europe/Madrid', '2026-03-28T06:05:00Z', '2026-03-28T07:00:00.000Z', '2026-03-29T06:00:00.000Z'],
      ['America/Santiago', '2026-04-04T10:05:00Z', '2026-04-04T11:00:00.000Z', '2026-04-05T12:00:00.000Z'],
      ['America/Santiago', '2026-09-05T11:05:00Z', '2026-09-05T12:00:00.000Z', '2026-09-06T11:00:00.000Z'],
      ['Europe/Madrid', '2026-10-24T05:05:00Z', '2026-10-24T06:00:00.000Z', '2026-10-25T07:00:00.000Z'],
    ] as const;
    const { server, goTo } = await begin(changes[0][1]);
    for (const [zone, start, first, second] of changes) {
      await goTo(start);
      const ana = makeReader(server, { zone });
      await waitUntilKnown(server, ana);
      const day = first.slice(0, 10);
      expect(digestDay(server, ana), start).not.toBe(day);
      await enquire(server, 'Carla Paz');
      await goTo(first);
      await expect.poll(() => noticesTo(server, ana), { message: start }).toEqual(['mail.digest']);
      expect(digestDay(server, ana), start).toBe(day);
      await goTo(second);
      await expect.poll(() => noticesTo(server, ana), { message: start }).toEqual(['mail.digest', 'mail.digest']);
    }
  });

  test('says what is new, what is for today and what is overdue, with links to those lists', async () => {
    const { server, goTo } = await begin('2026-11-23T06:05:00Z');
    const ana = makeReader(server, {});
    const bruno = makeReader(server, { email: 'each' });
    await waitUntilKnown(server, ana, bruno);
    planContact(server, await enquire(server, 'Para Hoy'), ana, '2026-11-23', '15:30');
    planContact(server, await enquire(server, 'Vencida'), ana, '2026-11-20');
    planContact(server, await enquire(server, 'De Bruno'), bruno, '2026-11-23');
    await goTo('2026-11-23T07:00:01Z');
    await expect
      .poll(() => subjectsTo(server, ana))
      .toEqual(['Tu resumen del lunes 23/11: 3 nuevos, 1 para hoy, 1 vencido']);
    const [mail] = mailsTo(server, ana);
    const [fresh = '', today = '', overdue = ''] = mail?.text.split(/^LLEGARON|^PARA HOY|^VENCIDOS/m).slice(1) ?? [];
    expect(fresh).toContain('De Bruno');
    expect(fresh).toContain(`${server.url}/panel?from=2026-11-22&tz=Europe%2FMadrid\n`);
    expect(today).toMatch(/Para Hoy[\s\S]*23\/11 · 15:30/);
    expect(today).not.toContain('De Bruno');
    expect(today).toContain(`${server.url}/panel?owner=me&agenda=hoy&tz=Europe%2FMadrid\n`);
    expect(overdue).toContain('Vencida');
    expect(overdue).toContain(`${server.url}/panel?owner=me&agenda=vencidos&tz=Europe%2FMadrid\n`);
    expect(noticesTo(server, bruno)).not.toContain('mail.digest');
  });

  test('says nothing where there is nothing, goes to nobody who may not be told, and once a day to whoever travels west', async () => {
    const { server, goTo } = await begin('2026-11-23T06:05:00Z');
    const ana = makeReader(server, {});
    const others = [
      makeReader(server, { email: 'none' }),
      makeReader(server, {}, { status: 'suspended' }),
      makeReader(server, {}, { status: 'pending' }),
    ];
    await waitUntilKnown(server, ana);
    await goTo('2026-11-23T07:00:01Z');
    await expect.poll(() => digestDay(server, ana)).toBe('2026-11-23');
    await enquire(server, 'Carla Paz');
    await goTo('2026-11-24T07:00:01Z');
    await expect.poll(() => noticesTo(server, ana)).toEqual(['mail.digest']);
    for (const other of others) expect(noticesTo(server, other)).toEqual([]);
    withDatabase(server, (db) => db.prepare("UPDATE profiles SET zone = 'America/Mexico_City'").run());
    await goTo('2026-11-24T14:00:01Z');
    await waitUntilKnown(server, makeReader(server, {}));
    const digests = () => noticesTo(server, ana).filter((event) => event === 'mail.digest');
    expect(digests()).toHaveLength(1);
    await enquire(server, 'Elsa Gil');
    await goTo('2026-11-25T14:00:01Z');
    await expect.poll(digests).toHaveLength(2);
  });

  test('comes once across restarts at the very minute, and after days without a server only the latest', async () => {
    const { server: first } = await begin('2026-11-23T06:05:00Z');
    const ana = makeReader(first, {});
    await waitUntilKnown(first, ana);
    await enquire(first, 'Carla Paz');
    const { folder } = first;
    const end = async (server: TestServer, signal: 'SIGTERM' | 'SIGKILL') => {
      running.pop();
      server.process.kill(signal);
      await server.exited;
    };
    await end(first, 'SIGTERM');
    for (const moment of ['2026-11-23T07:00:00Z', '2026-11-23T07:00:10Z', '2026-11-23T07:00:30Z']) {
      const { server } = await begin(moment, { folder });
      await expect.poll(() => digestDay(server, ana)).toBe('2026-11-23');
      expect(noticesTo(server, ana)).toEqual(['mail.digest']);
      await end(server, 'SIGKILL');
    }
    const { server } = await begin('2026-11-26T10:00:00Z', { folder });
    await expect.poll(() => digestDay(server, ana)).toBe('2026-11-26');
    expect(noticesTo(server, ana)).toEqual(['mail.digest', 'mail.digest']);
    // Monday's mail may come after it: whoever was killed before its record was made leaves it to be sent again.
    await expect
      .poll(() => subjectsTo(server, ana))
      .toContainEqual(expect.stringMatching(/^Tu resumen del jueves 26\/11/));
  });
});

describe('a reminder', () => {
  test('comes at its hour, or at opening, to the lead’s owner if they want each one', async () => {
    const { server, goTo } = await begin('2026-11-23T07:30:00Z');
    const ana = makeReader(server, { email: 'each' });
    const bruno = makeReader(server, { email: 'digest' });
    await waitUntilKnown(server, ana, bruno);
    const leads = [];
    for (const nombre of ['Con Hora', 'Sin Hora', 'De Bruno', 'De Ayer']) leads.push(await enquire(server, nombre));
    const [timed = 0, untimed = 0, other = 0, yesterday = 0] = leads;
    planContact(server, timed, ana, '2026-11-23', '15:30');
    planContact(server, untimed, ana, '2026-11-23');
    planContact(server, other, bruno, '2026-11-23', '15:30');
    planContact(server, yesterday, ana, '2026-11-22', '15:30');
    const reminders = () => subjectsTo(server, ana).filter((subject) => /^Próximo/.test(subject));
    await goTo('2026-11-23T08:00:05Z');
    await expect.poll(reminders).toEqual(['Próximo contacto: Sin Hora']);
    await goTo('2026-11-23T14:30:05Z');
    await expect.poll(reminders).toEqual(['Próximo contacto: Sin Hora', 'Próximo contacto: Con Hora, 15:30']);
    expect(noticesTo(server, bruno)).not.toContain('mail.reminders');
  });

  test('comes at its hour also to whoever has gone west since an earlier one', async () => {
    const { server, goTo } = await begin('2026-11-23T15:00:00Z');
    const ana = makeReader(server, { email: 'each', zone: 'America/Argentina/Buenos_Aires' });
    await waitUntilKnown(server, ana);
    expect((await call(server, '/panel', { cookie: `${ana.cookie}; zona=America/Mexico_City` })).status).toBe(200);
    const [first, second] = [await enquire(server, 'De La Mañana'), await enquire(server, 'De Antes')];
    planContact(server, first, ana, '2026-11-23', '09:30');
    planContact(server, second, ana, '2026-11-23', '08:30');
    await goTo('2026-11-23T15:30:05Z');
    const reminders = () => subjectsTo(server, ana).filter((subject) => /^Próximo/.test(subject));
    await expect.poll(reminders).toEqual(['Próximo contacto: De La Mañana, 09:30']);
  });

  test('that could not leave at its hour names only what is still theirs and due', async () => {
    const sink = await startSmtpSink();
    sinks.push(sink);
    const env = { SMTP_URL: sink.url, MAIL_FROM: 'crm@proveedor.example.com' };
    const { server, goTo } = await begin('2026-11-23T10:00:00Z', { env });
    const ana = makeReader(server, { email: 'each' });
    const admin = makeReader(server, { email: 'none' }, { roles: ['admin'] });
    await waitUntilKnown(server, ana);
    const make = async (nombre: string): Promise<number> => {
      const body = { nombre, email: 'de-ana@x.example.com' };
      const { json } = await call(server, '/api/leads', { cookie: admin.cookie, body });
      planContact(server, json.lead.id, ana, '2026-11-23', '12:00');
      return json.lead.id;
    };
    const [, putOff = 0, given = 0] = [await make('Sigue Hoy'), await make('Para Mañana'), await make('De Otra')];
    sink.refuseSenderWith(Object.assign(new Error('later'), { responseCode: 451 }));
    await goTo('2026-11-23T11:00:05Z');
    const lastTry = () => readDeliveries(server, 'mail')[0]?.last_attempt_at ?? '';
    const retry = () => call(server, '/api/deliveries/retry', { body: { kind: 'mail' }, cookie: admin.cookie });
    await expect.poll(lastTry).not.toBe('');
    expect(noticesTo(server, ana)).toEqual(['mail.reminders']);
    planContact(server, putOff, ana, '2026-11-24', '12:00');
    planContact(server, given, admin, '2026-11-23', '12:00');
    // Once more in vain: whatever was under way before has ended then.
    const before = lastTry();
    await retry();
    await expect.poll(lastTry).not.toBe(before);
    sink.refuseSenderWith(null);
    await retry();
    await expect.poll(() => sink.received.length).toBe(1);
    expect(sink.received[0]?.mail.headers.subject).toBe('Próximo contacto: Sigue Hoy, 12:00');
    expect(sink.received[0]?.mail.text).not.toMatch(/Mañana|Otra/);
  });

  test('of an hour that comes twice comes once, and one of a skipped hour comes with the next', async () => {
    const { server, goTo } = await begin('2026-10-25T00:01:00Z');
    const ana = makeReader(server, { email: 'each' });
    await waitUntilKnown(server, ana);
    planContact(server, await enquire(server, 'Dos Y Media'), ana, '2026-10-25', '02:30');
    planContact(server, await enquire(server, 'Las Tres'), ana, '2026-10-25', '03:00');
    const count = () => noticesTo(server, ana).filter((event) => event === 'mail.reminders').length;
    await goTo('2026-10-25T00:30:10Z');
    await expect.poll(count).toBe(1);
    await goTo('2026-10-25T01:30:10Z');
    await goTo('2026-10-25T02:00:10Z');
    await expect.poll(count).toBe(2);
    await expect.poll(() => subjectsTo(server, ana).at(-1)).toBe('Próximo contacto: Las Tres, 03:00');

    const spring = await begin('2026-03-29T00:05:00Z');
    const eva = makeReader(spring.server, { email: 'each' });
    await waitUntilKnown(spring.server, eva);
    planContact(spring.server, await enquire(spring.server, 'Salteada'), eva, '2026-03-29', '02:30');
    await spring.goTo('2026-03-29T01:00:10Z');
    await expect.poll(() => subjectsTo(spring.server, eva)).toContain('Próximo contacto: Salteada, 02:30');
  });

  test('that was due while nothing ran comes at the next start, once, if it is still today', async () => {
    const { server: first } = await begin('2026-11-23T10:00:00Z');
    const ana = makeReader(first, { email: 'each' });
    await waitUntilKnown(first, ana);
    planContact(first, await enquire(first, 'Con Hora'), ana, '2026-11-23', '15:30');
    const { folder } = first;
    running.pop();
    await first.stop({ keep: true });
    for (const moment of ['2026-11-23T16:00:00Z', '2026-11-23T16:00:30Z']) {
      const { server } = await begin(moment, { folder });
      await expect.poll(() => noticesTo(server, ana)).toContain('mail.reminders');
      running.pop();
      await server.stop({ keep: true });
    }
    const { server } = await begin('2026-11-24T16:00:00Z', { folder });
    await waitUntilKnown(server, ana);
    await expect.poll(() => digestDay(server, ana)).toBe('2026-11-24');
    expect(noticesTo(server, ana).filter((event) => event === 'mail.reminders')).toHaveLength(1);
  });
});
