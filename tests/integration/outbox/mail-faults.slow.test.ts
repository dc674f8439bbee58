import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { call, submitEnquiry, validEnquiry } from '../../support/http';
import { expectDeliveries, readDeliveries, shiftPending } from '../../support/outbox';
import { startReceiver } from '../../support/receiver';
import { findFreePort, startServer, type TestServer } from '../../support/server';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

const MAIL_FROM = 'Zaguán <hola@zaguan.example.com>';

async function askForMail(server: TestServer): Promise<string> {
  const { email } = makePerson(server);
  expect((await call(server, '/api/auth/recover', { body: { email } })).status).toBe(202);
  return email;
}

/**
 * Resolves once the last mail was sent, bringing it forward. Not by a press, which sends another one where it was sent
 * just before.
 */
const becomesSent = (server: TestServer) =>
  expect
    .poll(() => {
      shiftPending(server, -86_400);
      return readDeliveries(server, 'mail').at(-1)?.state;
    })
    .toBe('sent');

test('a mail server that takes the call and never speaks delays neither people nor webhooks', async () => {
  const sockets = new Set<Socket>();
  const mute = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as { port: number };
  const receiver = await startReceiver();
  const server = await startServer({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM, LEAD_WEBHOOK_URL: receiver.url },
  });
  try {
    const { cookie } = makePerson(server, { roles: ['admin'] });
    for (let i = 0; i < 5; i++) {
      const body = { action: 'resetPassword', userId: makePerson(server).id };
      expect((await call(server, '/api/manage-users', { body, cookie })).status).toBe(200);
    }
    await askForMail(server);
    await expect.poll(() => sockets.size).toBeGreaterThanOrEqual(4);
    expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
    await receiver.waitForRequests(1);
    // Three lanes plus one for mails ordered by strangers: mail servers limit connections. Whoever gave up made room.
    const opened = sockets.size;
    const givenUp = readDeliveries(server, 'mail').reduce((sum, { attempts }) => sum + attempts, 0);
    expect(opened).toBeLessThanOrEqual(4 + givenUp);
    const failed = { state: 'pending', last_error: expect.stringContaining('No respondió') };
    await expectDeliveries(server, [failed, failed, failed, {}, {}, failed], 'mail');
    await expect.poll(() => sockets.size).toBeGreaterThanOrEqual(6);
    // Nor does a mute mail server delay the end.
    expect(await server.stop()).toBe(0);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
    await receiver.stop();
    mute.close();
  }
});

test('whether an access link left is known also in a process that leaves the sending to another', async () => {
  const sender = await startServer();
  const server = await startServer({ folder: sender.folder });
  try {
    await server.printed(/outbox_waits/);
    // Its first mail takes the sender longer than those that follow.
    await askForMail(sender);
    await expectDeliveries(sender, [{ state: 'sent' }]);
    const { cookie } = makePerson(server, { roles: ['admin'] });
    const { company } = (await call(server, '/api/companies', { cookie, body: { name: 'Barrancas' } })).json;
    const { json } = await call(server, '/api/manage-users', {
      cookie,
      body: {
        action: 'createCoordinator',
        email: 'lidia@x.example.com',
        name: 'Lidia Vera',
        password: 'siete barcos rojos',
        companyId: company.id,
        provisionInCRM: true,
      },
    });
    expect(json).toMatchObject({ magicLinkSent: true });
  } finally {
    await server.stop({ keep: true });
    await sender.stop();
  }
});

describe('a mail server', () => {
  let sink: SmtpSink;
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    sink = await startSmtpSink();
    server = await startServer({ env: { SMTP_URL: sink.url, MAIL_FROM } });
    ({ cookie } = makePerson(server, { roles: ['admin'] }));
  });
  afterAll(async () => {
    await server.stop();
    await sink.stop();
  });

  test('that refused some tries has given nobody a link by them: the mail comes once it takes one', async () => {
    sink.refuseWith(Object.assign(new Error('try again later'), { responseCode: 451 }));
    const email = await askForMail(server);
    const attempts = () => readDeliveries(server, 'mail').at(-1)?.attempts;
    await expect.poll(attempts).toBeDefined();
    const order = readDeliveries(server, 'mail').at(-1);
    for (let tries = 1; tries < 6; tries++) {
      await expect.poll(attempts).toBeGreaterThanOrEqual(tries);
      await call(server, `/api/deliveries/${order?.id}/resend`, { method: 'POST', cookie });
    }
    await expect.poll(attempts).toBeGreaterThanOrEqual(6);
    sink.refuseWith(null);
    await becomesSent(server);
    expect(readDeliveries(server, 'mail').at(-1)).toMatchObject({ state: 'sent', last_answer: null });
    expect(sink.received.map(({ to }) => to)).toEqual([[email]]);
  });

  test('that refuses a coordinator is told beside them, and the mail can be sent again', async () => {
    const { company } = (await call(server, '/api/companies', { cookie, body: { name: 'Costanera' } })).json;
    const detail = async () => (await call(server, `/api/companies/${company.id}`, { cookie })).json;
    expect(await detail()).not.toHaveProperty('last_mail');
    sink.refuseWith(Object.assign(new Error('mailbox https://crm.example.com/#token=abc'), { responseCode: 550 }));
    await call(server, '/api/manage-users', {
      cookie,
      body: {
        action: 'createCoordinator',
        email: 'coral@x.example.com',
        name: 'Coral Vidal',
        password: 'siete barcos rojos',
        companyId: company.id,
        provisionInCRM: true,
      },
    });
    await expect.poll(detail).toMatchObject({ last_mail: { event: 'mail.access_link', state: 'failed' } });
    const row = readDeliveries(server, 'mail').at(-1);
    expect(row?.last_answer).toContain('[enlace]');
    expect(JSON.stringify(row)).not.toContain('token=');
    sink.refuseWith(null);
    await call(server, `/api/deliveries/${row?.id}/resend`, { method: 'POST', cookie });
    await expect.poll(detail).toMatchObject({ last_mail: { state: 'sent' } });
    await call(server, '/api/auth/recover', { body: { email: 'coral@x.example.com' } });
    await expect.poll(detail).toMatchObject({ last_mail: { event: 'mail.recover', state: 'sent' } });
  });
});

test('a mail server that is down gets the same mail when it is back, once', async () => {
  const port = await findFreePort();
  const server = await startServer({ env: { SMTP_URL: `smtp://crm:clave@127.0.0.1:${port}`, MAIL_FROM } });
  let sink: Awaited<ReturnType<typeof startSmtpSink>> | undefined;
  try {
    const email = await askForMail(server);
    await expectDeliveries(server, [{ state: 'pending', last_error: 'No aceptó la conexión. (ECONNREFUSED)' }]);
    sink = await startSmtpSink(port);
    const [row] = readDeliveries(server);
    await becomesSent(server);
    expect(sink.received).toMatchObject([{ to: [email] }]);
    expect(sink.received[0]?.mail.headers['message-id']).toContain(row?.message_id);
  } finally {
    await server.stop();
    await sink?.stop();
  }
});
