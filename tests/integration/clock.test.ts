import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { startAt, startWithClock } from '../support/clock';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { countOrders } from '../support/mail';
import { enquire, makeReader, noticesTo, planContact, setOfficeHours, waitUntilKnown } from '../support/notices';
import { readDeliveries } from '../support/outbox';
import { startReceiver } from '../support/receiver';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

test('a clock that jumps an hour either way keeps people signed in, a year ahead signs them out; enquiries always arrive, and the workflow hears of each', async () => {
  const receiver = await startReceiver();
  const { server, jump } = await startWithClock({ env: { LEAD_WEBHOOK_URL: receiver.url } });
  try {
    const staff = makePerson(server);
    const list = () => call(server, '/api/leads', { cookie: staff.cookie });
    let sent = 0;
    const accepts = async () => {
      sent += 1;
      const answer = await submitEnquiry(server, { ...validEnquiry, email: `n${sent}@a.example.com` });
      expect(answer.status).toBe(303);
      await receiver.waitForRequests(sent);
    };
    for (const shift of [-HOUR, 0.5 * HOUR, -YEAR, 0]) {
      await jump(shift);
      await accepts();
      expect((await list()).status, `${shift / HOUR} hours`).toBe(200);
    }
    await jump(YEAR);
    await accepts();
    expect((await list()).status).toBe(401);
    await jump(-2 * YEAR);
    await accepts();
    const times = withDatabase(server, (db) => db.prepare('SELECT created_at FROM leads').pluck().all());
    expect(times).toHaveLength(sent);
    for (const time of times) expect(time).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
  } finally {
    await server.stop();
    await receiver.stop();
  }
});

test('a clock that starts more than a year ahead removes nothing for good, is told, and what it limited is over once it is back', async () => {
  let { server, jump, stand } = await startWithClock({ env: { RATE_LIMIT_SCALE: '1' } });
  const ids = () => withDatabase(server, (db) => db.prepare('SELECT id FROM leads ORDER BY id').pluck().all());
  const restart = async (shift: number) => {
    await server.stop({ keep: true });
    ({ server, jump, stand } = await startWithClock({ folder: server.folder, shift, env: { RATE_LIMIT_SCALE: '1' } }));
  };
  try {
    const admin = makePerson(server, { roles: ['admin'], sessionEnds: new Date(Date.now() + 2 * YEAR).toISOString() });
    const panel = async () => (await call(server, '/panel', { cookie: admin.cookie })).text;
    for (const days of [1, 31])
      withDatabase(server, (db) =>
        db
          .prepare("INSERT INTO leads (nombre, source, created_at, deleted_at) VALUES ('Ana', 'landing', :at, :at)")
          .run({ at: new Date(Date.now() - days * DAY).toISOString() }),
      );
    const [recent, old] = ids();
    await restart(401 * DAY);
    await server.printed(/"clock_doubted"/);
    expect(await panel()).toContain('El reloj del servidor está adelantado');
    const guess = () =>
      call(server, '/api/auth/sign-in', { body: { email: 'nadie@x.example.com', password: 'adivinanza' } });
    // It stands, as the first wait is of a second.
    await stand(Date.now() + 401 * DAY);
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
    expect(ids()).toEqual([recent, old]);

    await jump(0);
    expect(await panel()).not.toContain('El reloj del servidor está adelantado');
    expect((await guess()).status).toBe(401);
    await restart(0);
    await expect.poll(ids).toEqual([recent]);
  } finally {
    await server.stop();
  }
});

test('what a clock ahead made wait comes once it is back: notices, timers, reminders, the day’s mails, webhooks, links', async () => {
  const { server, goTo } = await startAt('2029-06-04T09:00:00Z');
  try {
    setOfficeHours(server);
    const each = makeReader(server, { email: 'each' });
    const daily = makeReader(server, { weekly: true });
    await waitUntilKnown(server, each, daily);
    const early = await enquire(server, 'Antes');
    await expect.poll(() => noticesTo(server, each)).toEqual(['mail.new_leads']);
    planContact(server, early, each, '2029-06-04', '11:01');
    await goTo('2029-06-04T09:02:00Z');
    await expect.poll(() => noticesTo(server, each)).toEqual(['mail.new_leads', 'mail.reminders']);
    const recoverTimes = async (times: number) => {
      for (let n = 0; n < times; n++) {
        const before = await countOrders(server);
        await call(server, '/api/auth/recover', { body: { email: each.email } });
        await expect.poll(() => countOrders(server)).toBe(before + 1);
      }
      return readDeliveries(server, 'mail').filter(({ event }) => event === 'mail.recover').length;
    };
    expect(await recoverTimes(6)).toBe(5);
    // What failed, and three days that passed in a moment.
    withDatabase(server, (db) =>
      db.exec(`
        INSERT INTO whatsapp_received (body, due_at, received_at)
        VALUES ('{}', '2029-06-04T09:10:00.000Z', '2029-06-04T09:00:00.000Z');
        INSERT INTO webhooks (url, host, events, active_since, created_at, failing_since, pause, paused_at)
        VALUES ('https://a.example.com', 'a.example.com', '[]', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z',
                '2026-11-20T00:00:00.000Z', 'failing', '2029-06-04T09:00:00.000Z')`),
    );
    await goTo('2026-11-23T10:00:00Z');
    planContact(server, early, each, '2026-11-23', '10:30');
    await enquire(server, 'Después');
    const again = ['mail.new_leads', 'mail.reminders'];
    const waiting = {
      each: [...again, ...again].sort(),
      daily: ['mail.digest', 'mail.numbers'],
      received: 0,
      paused: 0,
    };
    const count = (sql: string) => withDatabase(server, (db) => db.prepare(sql).pluck().get());
    await expect
      .poll(() => ({
        each: noticesTo(server, each)
          .filter((event) => event !== 'mail.recover')
          .sort(),
        daily: noticesTo(server, daily).sort(),
        received: count('SELECT count(*) FROM whatsapp_received'),
        paused: count('SELECT count(*) FROM webhooks WHERE paused_at IS NOT NULL'),
      }))
      .toEqual(waiting);
    expect(await recoverTimes(1)).toBe(6);
    await expect.poll(() => count("SELECT count(*) FROM lead_watches WHERE since LIKE '2026-11-23T10:00%'")).toBe(2);
  } finally {
    await server.stop();
  }
});
