import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { connectWhatsapp } from '../../support/meta';
import {
  accountUpdateChange,
  bodyOf,
  deliverWebhook,
  messageOf,
  messagesChange,
  postWebhook,
  signWebhook,
  textOf,
  waitForInbox,
  webhookOf,
} from '../../support/meta-webhooks';
import { provideMeta } from '../../support/provide';
import { sendRaw, statusOf } from '../../support/raw-requests';
import { startServer, type TestServer } from '../../support/server';

const WEBHOOK = '/api/whatsapp/webhook';
const marta = { number: '5491155554444', name: 'Marta Giménez' };

let server: TestServer;
let admin: Person;
let verifyToken: string;
const meta = provideMeta();
beforeAll(async () => {
  server = await startServer({ env: { WHATSAPP_API_URL: meta.url } });
  admin = makePerson(server, { roles: ['admin'] });
});
afterAll(async () => {
  await server.stop();
});

const read = async () => (await call(server, '/api/whatsapp', { cookie: admin.cookie })).json.connection;
const ask = (token: string | null, mode = 'subscribe', challenge = '1158201444') =>
  call(
    server,
    `${WEBHOOK}?${new URLSearchParams({
      'hub.mode': mode,
      ...(token !== null && { 'hub.verify_token': token }),
      'hub.challenge': challenge,
    })}`,
    { origin: null },
  );
const stored = () =>
  withDatabase(server, (db) => db.prepare('SELECT body FROM whatsapp_received ORDER BY id').pluck().all());
const kept = () =>
  withDatabase(server, (db) => db.prepare('SELECT kind FROM whatsapp_unknown ORDER BY id').pluck().all());

test('is not there without a connection', async () => {
  expect((await ask('x')).status).toBe(404);
  const body = webhookOf(meta, { messages: [textOf(marta, 'Hola')] });
  expect((await postWebhook(server, meta, body)).status).toBe(404);
  // Known before the body comes.
  expect((await postWebhook(server, meta, Buffer.alloc(3_000_000))).status).toBe(404);
});

describe('the handshake', () => {
  beforeAll(async () => {
    verifyToken = (await connectWhatsapp(server, meta, admin)).verify_token;
  });

  test('answers the challenge as text to whoever knows the verify token', async () => {
    const answer = await ask(verifyToken);
    expect([answer.status, answer.text]).toEqual([200, '1158201444']);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const page = await ask(verifyToken, 'subscribe', '<script>alert(1)</script>');
    expect(page.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    ['another token', () => ask(`${verifyToken}x`)],
    ['an empty token', () => ask('')],
    ['no token', () => ask(null)],
    ['another mode', () => ask(verifyToken, 'unsubscribe')],
    ['no question', () => call(server, WEBHOOK, { origin: null })],
  ])('refuses %s', async (_, asking) => {
    const { status, text } = await asking();
    expect(status).toBe(403);
    expect(text).not.toContain('1158201444');
  });

  test('leaves no trace of the verify token in the log', async () => {
    await ask(verifyToken);
    expect(server.output()).not.toContain(verifyToken);
  });
});

describe('a webhook', () => {
  test('is refused unless the app’s secret signed its very bytes', async () => {
    const text = JSON.stringify(webhookOf(meta, { messages: [textOf(marta, 'Señal 😀')] }));
    const right = signWebhook(meta.appSecret, text);
    const wrong = {
      none: null,
      empty: '',
      'without its name': right.slice('sha256='.length),
      short: right.slice(0, -2),
      'of another secret': signWebhook('otra', text),
      'of other bytes': signWebhook(meta.appSecret, `${text} `),
      sha1: right.replace('sha256', 'sha1'),
    };
    for (const [how, signature] of Object.entries(wrong)) {
      const { status } = await postWebhook(server, meta, text, { signature });
      expect([how, status]).toEqual([how, 401]);
    }
    expect((await read()).heard_at).toBeNull();
    expect((await postWebhook(server, meta, text)).status).toBe(200);
    // As some proxies write it.
    const loud = right.replace(/[a-f]/g, (letter) => letter.toUpperCase());
    expect((await postWebhook(server, meta, text, { signature: loud })).status).toBe(200);
    expect(Date.now() - Date.parse((await read()).heard_at)).toBeLessThan(60_000);
    await waitForInbox(server);
  });

  test('is one of 4 MiB at most, and one of 3 MB is taken', async () => {
    const body = (size: number) => webhookOf(meta, { messages: [messageOf(marta, 'blob', 'x'.repeat(size))] });
    expect((await postWebhook(server, meta, body(3_000_000))).status).toBe(200);
    // By its length alone: whoever still sends may not hear the answer.
    const head = [
      'POST /api/whatsapp/webhook HTTP/1.1',
      `Host: ${new URL(server.url).host}`,
      'Content-Type: application/json',
      'Content-Length: 4200000',
      `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`,
    ];
    expect(statusOf(await sendRaw(server, `${head.join('\r\n')}\r\n\r\n`, /^HTTP/))).toBe(413);
    await waitForInbox(server);
  });

  test('is stored as it came and answered, whatever becomes of it', async () => {
    withDatabase(server, (db) =>
      db.exec(
        "CREATE TRIGGER held BEFORE INSERT ON whatsapp_unknown BEGIN SELECT raise(ABORT, 'held by the test'); END",
      ),
    );
    const text = JSON.stringify(bodyOf(meta, [accountUpdateChange(meta)]));
    expect((await postWebhook(server, meta, text)).status).toBe(200);
    // Processing fails, so it waits.
    await expect.poll(() => server.output()).toMatch(/whatsapp_part_failed/);
    expect(stored()).toEqual([expect.stringContaining('account_update')]);
    const before = kept().length;
    withDatabase(server, (db) => db.exec('DROP TRIGGER held'));
    await waitForInbox(server);
    expect(kept().slice(before)).toEqual(['account_update']);
  });

  test('that cannot be worked on keeps no other waiting, and is given up in the end', async () => {
    const before = kept().length;
    withDatabase(server, (db) =>
      db.exec(
        `CREATE TRIGGER held BEFORE INSERT ON whatsapp_unknown WHEN NEW.kind = 'poll' AND NEW.body LIKE '%malo%'
         BEGIN SELECT raise(ABORT, 'held by the test'); END`,
      ),
    );
    const poll = (name: string) => messageOf(marta, 'poll', { name });
    await deliverWebhook(server, meta, messagesChange(meta, { messages: [poll('malo'), poll('bueno')] }));
    await expect.poll(() => kept().slice(before)).toEqual(['poll']);
    await expect.poll(() => stored().length).toBe(1);
    expect(String(stored()[0])).not.toContain('bueno');
    // As if the waits had gone by.
    for (let failures = 1; failures < 5; failures++) {
      await expect
        .poll(() => {
          withDatabase(server, (db) => db.prepare('UPDATE whatsapp_received SET due_at = received_at').run());
          return withDatabase(server, (db) => db.prepare('SELECT failures FROM whatsapp_received').pluck().get());
        })
        .not.toBe(failures);
    }
    // Given up under its field, which the trigger lets pass.
    await waitForInbox(server);
    expect(kept().slice(before)).toEqual(['poll', 'messages']);
    withDatabase(server, (db) => db.exec('DROP TRIGGER held'));
  });

  test('whose nesting has no end keeps no other waiting either', async () => {
    const before = kept().length;
    const poll = JSON.stringify(webhookOf(meta, { messages: [messageOf(marta, 'poll', 'hondo')] }));
    const deep = poll.replace('"hondo"', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect((await postWebhook(server, meta, Buffer.from(deep))).status).toBe(200);
    await deliverWebhook(server, meta, messagesChange(meta, { messages: [messageOf(marta, 'poll', 'llano')] }));
    await expect.poll(() => kept().length).toBe(before + 2);
    await waitForInbox(server);
  });

  test('tells the account’s id where nobody typed it', async () => {
    await connectWhatsapp(server, meta, admin, { business_account_id: null });
    expect((await read()).business_account_id).toBeNull();
    const other = { ...meta, businessAccountId: '777', number: { ...meta.number, id: '888' } };
    await deliverWebhook(server, meta, messagesChange(other, { messages: [textOf(marta, 'Para otro número')] }));
    await waitForInbox(server);
    await deliverWebhook(server, meta, messagesChange(meta, { messages: [textOf(marta, 'Hola')] }));
    await expect.poll(async () => (await read()).business_account_id).toBe(meta.businessAccountId);
  });
});

describe('what cannot be read', () => {
  test('is kept, counted and shown, and never an error', async () => {
    const { unknown } = await read();
    const bodies = ['', 'null', '{}', '[1]', 'no es JSON', Buffer.from([0xff, 0xfe, 0x00])];
    for (const body of bodies) expect((await postWebhook(server, meta, body)).status).toBe(200);
    await deliverWebhook(server, meta, accountUpdateChange(meta));
    await waitForInbox(server);
    expect((await read()).unknown).toBe(unknown + bodies.length + 1);
    const { text } = await call(server, '/metrics');
    const counted = /^crm_whatsapp_parts_total\{result="unknown"\} (\d+)$/m.exec(text)?.[1];
    expect(Number(counted)).toBeGreaterThanOrEqual(bodies.length + 1);
  });

  test('makes room for newer ones, and is gone after 30 days', async () => {
    const then = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
    withDatabase(server, (db) => {
      const insert = db.prepare("INSERT INTO whatsapp_unknown (kind, body, received_at) VALUES ('x', '{}', ?)");
      db.transaction(() => {
        for (let n = 0; n < 2500; n++) insert.run(then(n < 2400 ? 31 : 1));
      })();
    });
    await deliverWebhook(server, meta, accountUpdateChange(meta));
    await waitForInbox(server);
    const rows = () =>
      withDatabase(server, (db) => Number(db.prepare('SELECT count(*) FROM whatsapp_unknown').pluck().get()));
    expect(rows()).toBe(2000);
    expect((await read()).unknown).toBe(101);
    await server.stop({ keep: true });
    server = await startServer({ env: { WHATSAPP_API_URL: meta.url }, folder: server.folder });
    await expect.poll(rows).toBe(101);
  });
});

test('after disconnecting nothing that waits is heard, and the webhook is gone', async () => {
  const before = kept().length;
  withDatabase(server, (db) => {
    // Within what a webhook may wait.
    const later = new Date(Date.now() + 9 * 60_000).toISOString();
    db.prepare('INSERT INTO whatsapp_received (body, due_at, received_at) VALUES (?, ?, ?)').run('{}', later, later);
  });
  await call(server, '/api/whatsapp', { method: 'DELETE', cookie: admin.cookie });
  withDatabase(server, (db) => db.prepare('UPDATE whatsapp_received SET due_at = ?').run(new Date().toISOString()));
  await waitForInbox(server);
  expect(kept().length).toBe(before);
  expect((await ask(verifyToken)).status).toBe(404);
});
