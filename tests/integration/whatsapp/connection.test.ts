import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmNow, makePerson, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { connectWhatsapp } from '../../support/meta';
import { postWebhook, textOf, waitForInbox, webhookOf } from '../../support/meta-webhooks';
import { provideMeta } from '../../support/provide';
import { findFreePort, startServer, type TestServer } from '../../support/server';

let server: TestServer;
let admin: Person;
const meta = provideMeta();
beforeAll(async () => {
  server = await startServer({ env: { WHATSAPP_API_URL: `${meta.url}/` } });
  admin = makePerson(server, { name: 'Ana Ríos', roles: ['admin'] });
});
afterAll(async () => {
  await server.stop();
});
const real = { token: '' };
beforeEach(async () => {
  real.token ||= meta.token;
  meta.token = real.token;
  confirmNow(server, admin);
  await call(server, '/api/whatsapp', { method: 'DELETE', cookie: admin.cookie });
});

const api = (method: string, body?: object, path = '/api/whatsapp') =>
  call(server, path, { method, body, cookie: admin.cookie });
const input = (more: object = {}) => ({
  phone_number_id: meta.number.id,
  token: meta.token,
  app_secret: meta.appSecret,
  ...more,
});
const read = async () => (await api('GET')).json.connection;
const refusedFields = ({ status, json }: Awaited<ReturnType<typeof api>>) => [
  status,
  Object.keys(json.error.fields ?? {}),
];

describe('a number', () => {
  test('is connected once Meta has answered for it, and its secrets are never told again', async () => {
    expect(await read()).toBeNull();
    const connection = await connectWhatsapp(server, meta, admin);
    expect(connection).toEqual({
      phone_number_id: meta.number.id,
      business_account_id: meta.businessAccountId,
      display_phone_number: meta.number.display_phone_number,
      verified_name: meta.number.verified_name,
      verify_token: expect.stringMatching(/^[\w-]{43}$/),
      webhook_url: `${server.url}/api/whatsapp/webhook`,
      state: 'connected',
      reason: null,
      heard_at: null,
      moves_new: true,
      unknown: 0,
      silenced: [],
      connected_at: expect.any(String),
      made_by: 'Ana Ríos',
    });
    const answers = [
      (await api('GET')).text,
      (await call(server, '/api/audit', { cookie: admin.cookie })).text,
      server.output(),
    ].join();
    const stored = withDatabase(server, (db) =>
      Object.values(db.prepare('SELECT * FROM whatsapp_connection').get() as object)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
        .join(),
    );
    for (const secret of [meta.token, meta.appSecret]) expect(answers + stored).not.toContain(secret);
    expect(stored).not.toContain(connection.verify_token);
  });

  test('is not stored where Meta refuses, and the field at fault is named', async () => {
    const cases = {
      token: input({ token: 'EAAotro' }),
      phone_number_id: input({ phone_number_id: '999' }),
      business_account_id: input({ business_account_id: '999' }),
    };
    for (const [field, body] of Object.entries(cases))
      expect(refusedFields(await api('PUT', body))).toEqual([422, [field]]);
    // An id of something else of theirs.
    expect(refusedFields(await api('PUT', input({ phone_number_id: meta.businessAccountId })))).toEqual([
      422,
      ['phone_number_id'],
    ]);
    expect(await read()).toBeNull();
  });

  test('is not stored from what Meta was not asked for', async () => {
    const asked = meta.asked.length;
    const cases: [object, string[]][] = [
      [{ phone_number_id: meta.number.id }, ['token', 'app_secret']],
      [input({ phone_number_id: '+54 9 11' }), ['phone_number_id']],
      [input({ phone_number_id: `${meta.number.id}/messages` }), ['phone_number_id']],
      [input({ token: 'con espacio' }), ['token']],
      [input({ app_secret: 'corta' }), ['app_secret']],
      [input({ business_account_id: 'x' }), ['business_account_id']],
      [input({ verify_token: 'mío' }), ['verify_token']],
    ];
    for (const [body, fields] of cases) expect(refusedFields(await api('PUT', body))).toEqual([422, fields]);
    expect(meta.asked.length).toBe(asked);
  });

  test('keeps what is left out while it stays the same, and the verify token always', async () => {
    const { verify_token } = await connectWhatsapp(server, meta, admin);
    await api('PATCH', { moves_new: false });
    const again = await api('PUT', { phone_number_id: meta.number.id });
    expect(again.json.connection).toMatchObject({
      verify_token,
      business_account_id: meta.businessAccountId,
      moves_new: false,
    });
    meta.token = 'EAAnuevo';
    expect(refusedFields(await api('PUT', { phone_number_id: meta.number.id }))).toEqual([422, ['token']]);
    const renewed = await api('PUT', { phone_number_id: meta.number.id, token: 'EAAnuevo' });
    expect(renewed.json.connection).toMatchObject({ state: 'connected', verify_token });
    // Another number needs its own.
    expect(refusedFields(await api('PUT', { phone_number_id: '999' }))).toEqual([422, ['token', 'app_secret']]);
  });

  test('is disconnected with everything that it knew', async () => {
    await connectWhatsapp(server, meta, admin);
    expect((await api('DELETE')).status).toBe(204);
    expect(await read()).toBeNull();
    expect((await api('DELETE')).status).toBe(404);
    expect((await api('PATCH', { moves_new: true })).status).toBe(404);
  });

  test('rests once the account that connected it is reset: nothing comes or goes until it is confirmed', async () => {
    const maker = makePerson(server, { roles: ['admin'] });
    await connectWhatsapp(server, meta, maker);
    const marta = { number: '5491155554444', name: 'Marta Giménez' };
    const hear = async () => {
      const { status } = await postWebhook(server, meta, webhookOf(meta, { messages: [textOf(marta, 'Hola')] }));
      await waitForInbox(server);
      return status;
    };
    const body = { nombre: 'Marta', email: 'marta@x.example.com', whatsapp: `+${marta.number}`, pais: 'Argentina' };
    const { lead } = (await api('POST', body, '/api/leads')).json;
    const write = async () => (await api('POST', { body: 'Hola' }, `/api/leads/${lead.id}/messages`)).json.error?.code;
    expect([await hear(), await write()]).toEqual([200, undefined]);

    expect((await api('POST', { action: 'resetPassword', userId: maker.id }, '/api/manage-users')).status).toBe(200);
    expect((await read()).state).toBe('resting');
    expect([await hear(), await write()]).toEqual([404, 'conflict']);

    expect((await api('POST', undefined, '/api/whatsapp/confirm')).json.connection).toMatchObject({
      state: 'connected',
      made_by: 'Ana Ríos',
    });
    expect(await hear()).toBe(200);
  });

  test('stands in the audit with what was done to it', async () => {
    await connectWhatsapp(server, meta, admin);
    await api('PATCH', { moves_new: false });
    await api('DELETE');
    const { events } = (await call(server, '/api/audit', { cookie: admin.cookie })).json;
    const done = events.slice(0, 3).map((one: { type: string; to_value: string }) => [one.type, one.to_value]);
    expect(done).toEqual(
      ['disconnected', 'changed', 'connected'].map((did) => [`whatsapp_${did}`, meta.number.display_phone_number]),
    );
  });
});

test('a token that Meta no longer takes is told to administrators, until it does again', async () => {
  await connectWhatsapp(server, meta, admin);
  const port = await findFreePort();
  const restart = async () => {
    await server.stop({ keep: true });
    server = await startServer({ env: { WHATSAPP_API_URL: meta.url }, folder: server.folder, port });
  };
  meta.token = 'EAArevocado';
  await restart();
  await expect.poll(async () => (await read()).state).toBe('failing');
  expect((await read()).reason).toMatch(/token/);
  const panel = await call(server, '/panel', { cookie: admin.cookie });
  expect(panel.text).toContain('WhatsApp dejó de funcionar');
  meta.token = real.token;
  await restart();
  await expect.poll(async () => (await read()).state).toBe('connected');
  expect((await call(server, '/panel', { cookie: admin.cookie })).text).not.toContain('WhatsApp dejó');
});

test('an API that cannot be reached, or answers nonsense, is said, and stores nothing', async () => {
  const elsewhere = await startServer({ env: { WHATSAPP_API_URL: 'http://127.0.0.1:9' } });
  try {
    const person = makePerson(elsewhere, { roles: ['admin'] });
    const answer = await call(elsewhere, '/api/whatsapp', {
      method: 'PUT',
      body: input(),
      cookie: person.cookie,
    });
    expect([answer.status, answer.json.error.message]).toEqual([503, expect.stringMatching(/Meta/)]);
    const { json } = await call(elsewhere, '/api/whatsapp', { cookie: person.cookie });
    expect(json.connection).toBeNull();
  } finally {
    await elsewhere.stop();
  }
});

test('a silenced number is listed as people read it, and heard again when that is asked for', async () => {
  await connectWhatsapp(server, meta, admin);
  withDatabase(server, (db) =>
    db
      .prepare('INSERT INTO silenced_numbers (phone_key, silenced_by, silenced_at) VALUES (?, ?, ?)')
      .run('541155554444', admin.id, '2026-11-21T03:11:00.000Z'),
  );
  expect((await read()).silenced).toEqual([
    {
      phone_key: '541155554444',
      number: '+54 11 5555 4444',
      silenced_by: 'Ana Ríos',
      silenced_at: '2026-11-21T03:11:00.000Z',
    },
  ]);
  expect((await api('DELETE', undefined, '/api/whatsapp/silenced/541155554444')).status).toBe(204);
  expect((await api('DELETE', undefined, '/api/whatsapp/silenced/541155554444')).status).toBe(404);
  expect((await read()).silenced).toEqual([]);
  const { events } = (await call(server, '/api/audit', { cookie: admin.cookie })).json;
  expect(events[0]).toMatchObject({ type: 'number_unsilenced', to_value: null });
});
