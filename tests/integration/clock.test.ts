import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { startWithClock } from '../support/clock';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
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
  let { server, jump } = await startWithClock({ env: { RATE_LIMIT_SCALE: '1' } });
  const ids = () => withDatabase(server, (db) => db.prepare('SELECT id FROM leads ORDER BY id').pluck().all());
  const restart = async (shift: number) => {
    await server.stop({ keep: true });
    ({ server, jump } = await startWithClock({ folder: server.folder, shift, env: { RATE_LIMIT_SCALE: '1' } }));
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
    for (let n = 0; n < 6; n++) await guess();
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
