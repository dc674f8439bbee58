import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { startWithClock } from '../support/clock';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { startReceiver } from '../support/receiver';

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
