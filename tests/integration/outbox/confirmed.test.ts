import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { submitEnquiry, validEnquiry } from '../../support/http';
import { expectDeliveries, readDeliveries } from '../../support/outbox';
import { provideReceiver, provideServer } from '../../support/provide';
import type { Received } from '../../support/receiver';

const NEW = `whsec_${Buffer.from('la clave nueva, de treinta y dos bytes').toString('base64')}`;
const FORMER = `whsec_${Buffer.from('la clave anterior, también de treinta').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('una clave que nunca fue de este CRM').toString('base64')}`;

const receiver = provideReceiver();
const server = provideServer(() => ({
  env: {
    LEAD_WEBHOOK_URL: receiver.url,
    LEAD_WEBHOOK_SECRET: `${NEW} ${FORMER}`,
    LEAD_WEBHOOK_CONFIRMS: 'true',
  },
}));

const idOf = ({ headers }: Received) => String(headers['webhook-id']);

test('what confirms counts as delivered only where its answer names the message', async () => {
  const answers: [number, (message: Received) => string][] = [
    [200, (message) => JSON.stringify({ ok: true, received: idOf(message) })],
    [200, () => ''],
    [204, () => ''],
    [200, () => 'ok'],
    [200, () => '{"ok":true}'],
    [200, () => '{"received":"msg_de-otro"}'],
    [200, (message) => JSON.stringify([{ received: idOf(message) }])],
    [200, (message) => `${' '.repeat(5000)}${JSON.stringify({ received: idOf(message) })}`],
    [500, (message) => JSON.stringify({ received: idOf(message) })],
  ];
  receiver.answerWith((response, count, message) => {
    const [status, body] = answers[count - 1] ?? [500, () => ''];
    response.writeHead(status, { 'retry-after': '600' }).end(body(message));
  });
  for (const index of answers.keys()) {
    await submitEnquiry(server, { ...validEnquiry, email: `confirmado-${index}@x.example.com` });
    await receiver.waitForRequests(index + 1);
  }
  const [confirmed, ...others] = answers.map(([status]) => ({
    state: 'pending',
    attempts: 1,
    last_status: status,
    last_error: status === 500 ? 'Respondió con el estado 500.' : expect.stringContaining('sin confirmar'),
  }));
  await expectDeliveries(server, [{ ...confirmed, state: 'sent', last_error: null }, ...others]);
});

test('while two secrets are valid whoever knows either of them accepts a message, and nobody else', () => {
  expect(receiver.received.length).toBeGreaterThan(0);
  for (const { body, headers } of receiver.received) {
    const verify = (secret: string) => new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verify(NEW)).toEqual(verify(FORMER));
    expect(() => verify(OTHER)).toThrow();
  }
  expect(readDeliveries(server)).toHaveLength(receiver.received.length);
});
