import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePerson, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { leadWhoWrote, write } from '../../support/lead-messages';
import { connectWhatsapp, startMeta } from '../../support/meta';
import { mailsTo, noticesTo, subjectsTo } from '../../support/notices';
import { readDeliveries } from '../../support/outbox';
import { startServer, type TestServer } from '../../support/server';
import { startSmtpSink } from '../../support/smtp-sink';

/** A webhook delivery that failed for good. */
function failDelivery(server: TestServer): void {
  const at = new Date().toISOString();
  withDatabase(server, (db) =>
    db
      .prepare(
        `INSERT INTO deliveries (message_id, kind, event, payload, state, planned_at, next_attempt_at, created_at,
                                 finished_at)
         VALUES (?, 'webhook', 'lead.created', '{}', 'failed', :at, :at, :at, :at)`,
      )
      .run(crypto.randomUUID(), { at }),
  );
}

const restart = async (server: TestServer, env: Record<string, string> = {}) => {
  await server.stop({ keep: true });
  return startServer({ folder: server.folder, env });
};
const panelOf = async (server: TestServer, { cookie }: Person) => (await call(server, '/panel', { cookie })).text;

test('failing webhooks and people who wait for approval are told to administrators in the panel; the former once by mail, and so is their end', async () => {
  let server = await startServer();
  try {
    const admin = makePerson(server, { roles: ['admin'] });
    const staff = makePerson(server);
    withDatabase(server, (db) => db.prepare("UPDATE profiles SET notice_email = 'none'").run());
    expect(await panelOf(server, admin)).not.toContain('Fallan los envíos');
    failDelivery(server);
    expect(await panelOf(server, admin)).toContain('Fallan los envíos a otros sistemas');
    expect(await panelOf(server, staff)).not.toContain('Fallan los envíos');
    // The check runs at once on start.
    server = await restart(server);
    await expect.poll(() => subjectsTo(server, admin)).toEqual(['Fallan los envíos a otros sistemas']);
    const [mail] = mailsTo(server, admin);
    expect(mail?.headers['list-unsubscribe']).toMatch(/\/api\/unsubscribe\?token=[0-9a-f]{40}&topic=troubles>$/);
    failDelivery(server);
    server = await restart(server);
    withDatabase(server, (db) => db.prepare("DELETE FROM deliveries WHERE kind = 'webhook'").run());
    server = await restart(server);
    await expect
      .poll(() => subjectsTo(server, admin))
      .toEqual(['Fallan los envíos a otros sistemas', 'Los envíos a otros sistemas vuelven a salir']);
    expect(await panelOf(server, admin)).not.toContain('Fallan los envíos');
    expect(noticesTo(server, staff)).toEqual([]);

    makePerson(server, { status: 'pending' });
    const page = await panelOf(server, admin);
    expect(page).toContain('1 persona espera que la apruebes');
    expect(await panelOf(server, staff)).not.toContain('aria-label="Avisos"');
  } finally {
    await server.stop();
  }
});

test('mails that are refused are told, and by mail once they leave again', async () => {
  const sink = await startSmtpSink();
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'crm@proveedor.example.com' };
  let server = await startServer({ env });
  try {
    const admin = makePerson(server, { roles: ['admin'] });
    sink.refuseWith(Object.assign(new Error('no such box'), { responseCode: 550 }));
    await call(server, '/api/auth/recover', { body: { email: admin.email } });
    await expect.poll(() => failedMails(server)).toBe(1);
    expect(await panelOf(server, admin)).toContain('Hay correos que no salen');
    server = await restart(server, env);
    // Mail cannot report its own failure: the message waits in the log, and the panel shows it.
    await expect.poll(() => noticesTo(server, admin)).toContain('mail.trouble');
    sink.refuseWith(null);
    await expect.poll(() => failedMails(server)).toBeGreaterThan(0);
    const { status } = await call(server, '/api/deliveries/retry', {
      cookie: admin.cookie,
      body: { kind: 'mail' },
    });
    expect(status).toBe(200);
    // Also what the end of this process would interrupt, and the next one send again.
    await expect.poll(() => readDeliveries(server, 'mail').every(({ state }) => state === 'sent')).toBe(true);
    server = await restart(server, env);
    const subjects = () => sink.received.map(({ mail }) => mail.headers.subject);
    await expect.poll(subjects).toContain('Los correos vuelven a salir');
    expect(subjects().filter((subject) => subject === 'Hay correos que no salen')).toHaveLength(1);
    expect(await panelOf(server, admin)).not.toContain('Hay correos que no salen');
  } finally {
    await server.stop();
    await sink.stop();
  }
});

const failedMails = (server: TestServer) =>
  readDeliveries(server, 'mail').filter(({ state }) => state === 'failed').length;

test('a backup that fails is told, and that they are made again', async () => {
  let server = await startServer();
  const obstacle = join(server.folder, 'es-un-archivo');
  writeFileSync(obstacle, '');
  try {
    const admin = makePerson(server, { roles: ['admin'] });
    const broken = { BACKUP_EVERY_HOURS: '24', BACKUP_DIR: obstacle };
    server = await restart(server, broken);
    await server.printed(/"event":"backup_failed"/);
    expect(await panelOf(server, admin)).toContain('Falló el respaldo');
    await expect.poll(() => subjectsTo(server, admin)).toEqual(['Falló el respaldo']);
    server = await restart(server, { BACKUP_EVERY_HOURS: '24' });
    await server.printed(/"event":"backed_up"/);
    await expect
      .poll(() => subjectsTo(server, admin))
      .toEqual(['Falló el respaldo', 'Los respaldos vuelven a hacerse']);
    expect(await panelOf(server, admin)).not.toContain('Falló el respaldo');
  } finally {
    await server.stop();
  }
});

test('a token that Meta refuses is told, and no trouble waits for one that cannot be', async () => {
  const [meta, sink] = [await startMeta(), await startSmtpSink()];
  const env = { WHATSAPP_API_URL: meta.url, SMTP_URL: sink.url, MAIL_FROM: 'crm@proveedor.example.com' };
  let server = await startServer({ env });
  const subjects = () => sink.received.map(({ mail }) => mail.headers.subject).sort();
  try {
    const admin = makePerson(server, { roles: ['admin'] });
    withDatabase(server, (db) => db.prepare("UPDATE profiles SET notice_email = 'none'").run());
    await connectWhatsapp(server, meta, admin);
    const lead = await leadWhoWrote(server, meta);
    withDatabase(server, (db) =>
      db.exec(
        `CREATE TRIGGER held BEFORE INSERT ON notice_troubles WHEN NEW.kind = 'whatsapp'
         BEGIN SELECT raise(ABORT, 'held by the test'); END`,
      ),
    );
    const { token } = meta;
    meta.token = 'another';
    await write(server, admin, lead, 'Hola');
    await expect.poll(() => panelOf(server, admin)).toContain('WhatsApp dejó de funcionar');
    const obstacle = join(server.folder, 'es-un-archivo');
    writeFileSync(obstacle, '');
    const broken = { ...env, BACKUP_EVERY_HOURS: '24', BACKUP_DIR: obstacle };
    server = await restart(server, broken);
    await server.printed(/"event":"trouble_not_told"/);
    await expect.poll(subjects).toEqual(['Falló el respaldo']);
    withDatabase(server, (db) => db.exec('DROP TRIGGER held'));
    server = await restart(server, broken);
    const both = ['Falló el respaldo', 'WhatsApp dejó de funcionar'];
    await expect.poll(subjects).toEqual(both);
    meta.token = token;
    await connectWhatsapp(server, meta, admin);
    server = await restart(server, broken);
    await expect.poll(subjects).toEqual([...both, 'WhatsApp vuelve a funcionar']);
  } finally {
    await server.stop();
    await sink.stop();
    await meta.stop();
  }
});
