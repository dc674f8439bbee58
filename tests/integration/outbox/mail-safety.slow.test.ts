import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { runCrm } from '../../support/crm';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { type DeliveryRow, readDeliveries } from '../../support/outbox';
import { startServer, type TestServer } from '../../support/server';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

const MAIL_FROM = 'Zaguán <hola@zaguan.example.com>';

/** Triggers one mail; resolves with its row once it was tried. */
async function tryOneMail(server: TestServer): Promise<DeliveryRow> {
  const { email } = makePerson(server);
  await call(server, '/api/auth/recover', { body: { email } });
  const own = () => readDeliveries(server, 'mail').find(({ payload }) => payload.includes(email));
  await expect.poll(() => own()?.attempts).toBeGreaterThan(0);
  return own() as DeliveryRow;
}

test.each(['STARTTLS', 'from the start'] as const)(
  'to this machine’s own server a mail goes encrypted, though nobody vouches for its certificate (%s)',
  async (encryption) => {
    const sink = await startSmtpSink(0, encryption);
    const env = { SMTP_URL: sink.url, MAIL_FROM };
    const server = await startServer({ env });
    try {
      for (let i = 0; i < 2; i++) expect(await tryOneMail(server)).toMatchObject({ state: 'sent' });
      expect(sink.received).toMatchObject([{ encrypted: true }, { encrypted: true }]);
      expect(server.output().match(/smtp_certificate_not_verified/g)).toHaveLength(1);
      const { out } = await runCrm(['check'], { ...env, DATABASE_PATH: server.databasePath });
      expect(out).toMatch(/✓ Correo: .*su certificado no se comprueba/);
    } finally {
      await server.stop();
      await sink.stop();
    }
  },
);

describe('to another machine', () => {
  const sinks: SmtpSink[] = [];
  afterAll(() => Promise.all(sinks.map((sink) => sink.stop())));

  /** A server whose mail sink answers on this machine, but passes for a remote one. */
  async function withMailElsewhere(
    encryption: Parameters<typeof startSmtpSink>[1],
    options: string,
    work: (server: TestServer, sink: SmtpSink, url: string) => Promise<void>,
  ) {
    const sink = await startSmtpSink(0, encryption);
    sinks.push(sink);
    const url = `${sink.url.replace('127.0.0.1', '0.0.0.0')}${options}`;
    const server = await startServer({ env: { SMTP_URL: url, MAIL_FROM } });
    try {
      await work(server, sink, url);
    } finally {
      await server.stop();
    }
  }

  test('no mail and no password goes in the clear, whatever the setting asks for, and the reason is told', async () => {
    await withMailElsewhere('none', '', async (server, sink, url) => {
      const row = await tryOneMail(server);
      expect(row).toMatchObject({ state: 'pending', last_error: expect.stringContaining('STARTTLS') });
      for (const options of ['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true']) {
        const env = { DATABASE_PATH: server.databasePath, SMTP_URL: url + options, MAIL_FROM };
        const { code, out } = await runCrm(['check'], env);
        expect.soft([options, code, out]).toEqual([options, 1, expect.stringMatching(/✗ Correo:.*STARTTLS/)]);
      }
      expect([sink.received, sink.signIns()]).toEqual([[], 0]);
    });
  });

  test('a mail goes encrypted where the server can', async () => {
    await withMailElsewhere('STARTTLS', '?tls.rejectUnauthorized=false', async (server, sink) => {
      expect(await tryOneMail(server)).toMatchObject({ state: 'sent' });
      expect(sink.received).toMatchObject([{ encrypted: true }]);
    });
  });

  test.each(['STARTTLS', 'from the start'] as const)(
    'a certificate that nobody vouches for is called that (%s)',
    async (encryption) => {
      await withMailElsewhere(encryption, '', async (server, sink) => {
        const row = await tryOneMail(server);
        expect(row).toMatchObject({ state: 'pending', last_error: expect.stringContaining('certificado') });
        expect(sink.received).toEqual([]);
      });
    },
  );

  test('a server that is spoken to in TLS and answers in the clear is told as that', async () => {
    const sink = await startSmtpSink();
    sinks.push(sink);
    const server = await startServer({
      env: { SMTP_URL: sink.url.replace('smtp:', 'smtps:'), MAIL_FROM },
    });
    try {
      expect((await tryOneMail(server)).last_error).toMatch(/^No se pudo cifrar la conexión/);
    } finally {
      await server.stop();
    }
  });
});

describe('a mail server that refuses', () => {
  let sink: SmtpSink;
  let server: TestServer;
  beforeAll(async () => {
    sink = await startSmtpSink();
    server = await startServer({ env: { SMTP_URL: sink.url, MAIL_FROM } });
  });
  afterEach(() => {
    sink.refuseWith(null);
    sink.refuseSenderWith(null);
    withDatabase(server, (db) => db.exec('DELETE FROM deliveries'));
  });
  afterAll(async () => {
    await server.stop();
    await sink.stop();
  });

  const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
  const SENDER = {
    state: 'pending',
    last_error: expect.stringContaining('revisá el remitente'),
  };

  test('who sends is asked again: that is for the settings to mend', async () => {
    sink.refuseSenderWith(refusal(550, '5.7.1 Sender not allowed'));
    expect(await tryOneMail(server)).toMatchObject({ ...SENDER, last_status: 550 });
  });

  test('who sends only once it is told the recipient is asked again, too', async () => {
    for (const [code, text] of [
      [554, '5.7.1 <hola@zaguan.example.com>: Sender address rejected: Access denied'],
      [550, '5.1.8 <hola@zaguan.example.com>: Sender address rejected: Domain not found'],
      [530, '5.7.0 Must issue a STARTTLS command first'],
      [530, 'Authentication required'],
    ] as const) {
      sink.refuseWith(refusal(code, text));
      expect.soft(await tryOneMail(server), text).toMatchObject({ ...SENDER, last_status: code });
    }
  });

  test('the recipient for good is not asked again', async () => {
    for (const [code, text] of [
      [550, 'no such mailbox'],
      [550, '5.1.1 <x@x.example.com>: Recipient address rejected: User unknown'],
      [552, '5.2.2 Mailbox full'],
    ] as const) {
      sink.refuseWith(refusal(code, text));
      expect.soft(await tryOneMail(server), text).toMatchObject({
        state: 'failed',
        last_status: code,
        last_error: 'El servidor de correo no aceptó al destinatario.',
      });
    }
  });
});
