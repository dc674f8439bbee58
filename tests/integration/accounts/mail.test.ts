import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { countOrders, readMails, tokenIn, waitForMail } from '../../support/mail';
import { readDeliveries } from '../../support/outbox';
import { provideSmtpSink } from '../../support/provide';
import { startServer, type TestServer } from '../../support/server';
import { sharedServer } from '../../support/shared';

const deliveries = (server: TestServer) =>
  withDatabase(server, (db) =>
    db.prepare('SELECT kind, event, state, attempts, last_status, last_error FROM deliveries').all(),
  ) as {
    kind: string;
    event: string;
    state: string;
    attempts: number;
    last_status: number | null;
    last_error: string | null;
  }[];

describe('mail by SMTP', () => {
  let server: TestServer;
  const sink = provideSmtpSink();
  beforeAll(async () => {
    server = await startServer({
      env: { SMTP_URL: sink.url, MAIL_FROM: 'Zaguán <hola@zaguan.example.com>' },
    });
  });
  afterAll(async () => {
    await server.stop();
  });

  // Runs first: an open connection would be reused for later mails.
  test('takes no connection for an email without an account', async () => {
    await call(server, '/api/auth/recover', { body: { email: 'nadie@x.example.com' } });
    await expect.poll(() => countOrders(server)).toBe(1);
    expect([sink.signIns(), deliveries(server)]).toEqual([0, []]);
    await call(server, '/api/auth/recover', { body: { email: makePerson(server).email } });
    await sink.waitForMails(1);
    expect(sink.signIns()).toBe(1);
    expect(readMails(server)).toEqual([]);
  });

  test('arrives with both versions, its sender, and a link that works', async () => {
    const email = 'real@x.example.com';
    await call(server, '/api/auth/sign-up', { body: { email, password: PASSWORD, name: 'Íñigo Peña' } });
    await sink.waitForMails(2);
    const { from, to, mail } = sink.received[1] ?? {};
    expect([from, to]).toEqual(['hola@zaguan.example.com', [email]]);
    expect(mail?.headers.from).toBe('Zaguán <hola@zaguan.example.com>');
    expect(mail?.headers.to).toBe(email);
    expect(mail?.headers['auto-submitted']).toBe('auto-generated');
    expect(mail?.headers['message-id']).toMatch(/^<msg_[\w-]+@zaguan\.example\.com>$/);
    expect(mail?.html).toContain('Hola:');
    expect(mail?.raw).not.toMatch(/Íñigo|=C3=8D/);
    if (!mail) throw new Error('no mail');
    const verified = await call(server, '/api/auth/verify', {
      body: { token: tokenIn(mail), password: PASSWORD },
    });
    expect(verified.status).toBe(204);
    expect(readMails(server)).toEqual([]);
  });

  test('ASVS 1.3.11: carries no header and no recipient that somebody typed', async () => {
    const before = sink.received.length;
    const attacks = [
      { name: 'Eva\r\nBcc: victima@x.example.com', email: 'eva1@x.example.com' },
      { name: 'Eva\nSubject: Otra cosa', email: 'eva2@x.example.com' },
      { name: '"Eva" <victima@x.example.com>, otra', email: 'eva3@x.example.com' },
      { name: 'Eva\u2028Bcc: victima@x.example.com', email: 'eva4@x.example.com' },
      { name: '=?utf-8?q?Eva=0D=0ABcc:_victima@x.example.com?=', email: 'eva5@x.example.com' },
      { name: '<img src=x onerror=alert(1)>', email: 'eva6@x.example.com' },
    ];
    for (const attack of attacks) {
      const answer = await call(server, '/api/auth/sign-up', { body: { ...attack, password: PASSWORD } });
      expect(answer.status).toBe(202);
    }
    for (const email of ['eva\r\nBcc: v@x.example.com', 'a@x.example.com, v@x.example.com', 'a@x.example.com\n']) {
      const answer = await call(server, '/api/auth/recover', { body: { email } });
      expect([202, 422]).toContain(answer.status);
    }
    await sink.waitForMails(before + attacks.length);
    for (const { to, mail } of sink.received.slice(before)) {
      expect(to).toHaveLength(1);
      expect(to[0]).toMatch(/^eva\d@x\.example\.com$/);
      const names = mail.raw.split('\r\n\r\n', 1)[0]?.match(/^[\w-]+(?=:)/gm) ?? [];
      expect(names.map((name) => name.toLowerCase())).not.toContain('bcc');
      expect(names.filter((name) => name.toLowerCase() === 'subject')).toHaveLength(1);
      expect(mail.headers.subject).toBe('Verificá tu email');
      expect(mail.html).not.toContain('<img');
    }
  });

  test('that strangers order is sent in a lane of its own: nobody else’s waits behind it', async () => {
    const before = sink.received.length;
    const { cookie } = makePerson(server, { roles: ['admin'] });
    const letGo = sink.hold(/@lentos\./);
    for (let n = 0; n < 4; n++) {
      const body = { email: `${n}@lentos.example.com`, password: PASSWORD };
      expect((await call(server, '/api/auth/sign-up', { body })).status).toBe(202);
    }
    const body = { email: 'invitada@x.example.com', role: 'staff' };
    await call(server, '/api/team/invitations', { body, cookie });
    await expect.poll(() => sink.received.slice(before).map(({ to }) => to[0])).toEqual([body.email]);
    letGo();
    await sink.waitForMails(before + 5);
  });
});

describe('when mail cannot leave', () => {
  test('with nothing set up each mail is a file and a line on the console, which names neither link nor person', async () => {
    const server = await sharedServer();
    const { email } = makePerson(server);
    await call(server, '/api/auth/recover', { body: { email } });
    const mail = await waitForMail(server, email);
    expect(mail.text).toContain(`${server.url}/cuenta/restablecer#token=`);
    const files = () =>
      [...server.output().matchAll(/Correo: Elegí una contraseña nueva → (.*\.eml)/g)].map(([, file = '']) =>
        readFileSync(file, 'latin1'),
      );
    await expect.poll(() => files().some((text) => text.includes(email))).toBe(true);
    expect(server.output()).not.toContain(email);
    expect(server.output()).not.toContain(tokenIn(mail));
    const isAboutIt = ({ payload }: { payload: string }) => JSON.parse(payload).email === email;
    await expect
      .poll(() => readDeliveries(server, 'mail').filter(isAboutIt))
      .toMatchObject([{ state: 'sent', ended_in: 'file' }]);
  });
});

test('a setting that makes no sense stops the start and says why', async () => {
  const { readSettings } = await import('~/server/env');
  expect(readSettings({ DATABASE_PATH: '/srv/crm/crm.sqlite' }).MAIL_DIR).toBe('/srv/crm/mail');
  const wrong: [Record<string, string>, RegExp][] = [
    [{ SMTP_URL: 'http://x.example.com' }, /SMTP_URL: tiene que ser smtp/],
    [{ SMTP_URL: 'smtp://x.example.com' }, /MAIL_FROM: con SMTP_URL hace falta/],
    [{ MAIL_FROM: 'Zaguán <hola>' }, /MAIL_FROM: tiene que ser/],
    [{ MAIL_FROM: 'Zaguán <hola@x.example.com>\nBcc: y@x.example.com' }, /MAIL_FROM: tiene que ser/],
    [{ LOST_LEADS_MONTHS: '-1' }, /LOST_LEADS_MONTHS: tiene que ser un número entero entre 0 y 120/],
    [{ SIGNUP_POLICY: 'todos' }, /SIGNUP_POLICY: tiene que ser approval, open o closed/],
    [{ SECOND_FACTOR: 'a veces' }, /SECOND_FACTOR/],
    [{ PROVISIONING_URL: 'https://x.example.com' }, /PROVISIONING_KEY: .*van juntos/],
  ];
  for (const [env, reason] of wrong) expect.soft(() => readSettings(env), JSON.stringify(env)).toThrow(reason);
});
