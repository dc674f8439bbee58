import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { withDatabase } from '../../support/database';
import { submitEnquiry, validEnquiry } from '../../support/http';
import { provideReceiver, provideServer } from '../../support/provide';
import { startServer } from '../../support/server';

const SECRET = `whsec_${Buffer.from('una clave secreta de treinta y dos').toString('base64')}`;

const receiver = provideReceiver();
const server = provideServer(() => ({
  env: {
    LEAD_WEBHOOK_URL: receiver.url,
    LEAD_WEBHOOK_SECRET: SECRET,
    LEAD_WEBHOOK_HEADER: 'X-Flujo: ventas',
  },
}));
beforeEach(forgetAll);

function forgetAll(): void {
  receiver.answerWith((response) => response.end('ok'));
  receiver.received.length = 0;
  withDatabase(server, (db) => db.exec('DELETE FROM deliveries'));
}

const deliveries = () =>
  withDatabase(server, (db) => db.prepare('SELECT state, attempts, last_status FROM deliveries ORDER BY id').all());

const bringForward = () =>
  withDatabase(server, (db) => db.exec("UPDATE deliveries SET next_attempt_at = '2020-01-01T00:00:00.000Z'"));

/** Resolves with the deliveries once they match; on failure the timeout shows both. */
async function expectDeliveries(expected: object[]) {
  await expect.poll(deliveries).toEqual(expected);
}

test('who is named in the workflow’s address is who sends', async () => {
  const LEAD_WEBHOOK_URL = receiver.url.replace('//', '//ventas:cl%40ve@');
  const named = await startServer({ env: { LEAD_WEBHOOK_URL } });
  try {
    await submitEnquiry(named, validEnquiry);
    await receiver.waitForRequests(1);
    const expected = `Basic ${Buffer.from('ventas:cl@ve').toString('base64')}`;
    expect(receiver.received[0]?.headers.authorization).toBe(expected);
  } finally {
    await named.stop();
  }
});

describe('the workflow', () => {
  test('gets each enquiry signed, with the specified fields', async () => {
    const submission_id = crypto.randomUUID();
    await submitEnquiry(server, { ...validEnquiry, submission_id });
    await receiver.waitForRequests(1);
    const [message] = receiver.received;
    const body = JSON.parse(message?.body ?? '');
    const { type, id, data, ...specified } = body;
    expect([type, id]).toEqual(['lead.created', message?.headers['webhook-id']]);
    expect(data).toMatchObject({ id: expect.any(Number), nombre: validEnquiry.nombre });
    expect(specified).toEqual({
      nombre: validEnquiry.nombre,
      email: validEnquiry.email,
      whatsapp: validEnquiry.telefono,
      pais: 'Argentina',
      empresa: null,
      mensaje: validEnquiry.mensaje,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      source: 'landing',
      submission_id,
    });
    expect(message?.headers['x-flujo']).toBe('ventas');
    const verified = new Webhook(SECRET).verify(message?.body ?? '', message?.headers as Record<string, string>);
    expect(verified).toEqual(body);
    await expectDeliveries([{ state: 'sent', attempts: 1, last_status: 200 }]);
  });

  test('that answers with an error or a redirect gets the same message again, under the same id', async () => {
    for (const status of [500, 302]) {
      forgetAll();
      // An automatic retry is due in 5 s, perhaps before the assertion.
      const refusal = { location: 'http://127.0.0.1:1/', 'retry-after': '600' };
      receiver.answerWith((response, count) => {
        response.writeHead(count === 1 ? status : 204, refusal).end();
      });
      await submitEnquiry(server, validEnquiry);
      await expectDeliveries([{ state: 'pending', attempts: 1, last_status: status }]);
      bringForward();
      // The next enquiry wakes the worker.
      await submitEnquiry(server, { ...validEnquiry, email: 'otra@x.example.com' });
      await receiver.waitForRequests(3);
      const own = receiver.received.filter(({ body }) => JSON.parse(body).email === validEnquiry.email);
      expect(own, String(status)).toHaveLength(2);
      expect(new Set(own.map(({ headers }) => headers['webhook-id'])).size, String(status)).toBe(1);
      const sent = { state: 'sent', last_status: 204 };
      await expect.poll(deliveries).toMatchObject([sent, sent]);
    }
  });

  test('that hangs makes neither a visitor nor the end of the process wait', async () => {
    receiver.answerWith(() => {
      // Never answers.
    });
    expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
    await receiver.waitForRequests(1);
    expect((await submitEnquiry(server, { ...validEnquiry, email: 'b@x.co' })).status).toBe(303);
    server.process.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    // A pending attempt ends with its timeout, which is recorded.
    expect(deliveries()).toMatchObject([
      { state: 'pending', attempts: 0 },
      { state: 'pending', attempts: 0 },
    ]);
  });
});
