import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '~/shared/audit/event';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { providePerson, provideServer } from '../../support/provide';
import { callAs, makeToken, type TestToken } from '../../support/tokens';
import { createWebhook, readWebhook } from '../../support/webhooks';

const HERE = 'http://127.0.0.1:9';

const server = provideServer({
  env: {
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    LEAD_WEBHOOK_URL: 'https://usuario:clave@flujo.example.com/webhook/secreto',
    LEAD_WEBHOOK_HEADER: 'X-Clave: oculta',
    LEAD_WEBHOOK_EVENTS: 'lead.deleted',
  },
});
const admin = providePerson(server, { name: 'Ana Ríos', roles: ['admin'] });

const asAdmin = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: admin.cookie, ...options });
const create = (input: object) => asAdmin('/api/webhooks', { body: { events: ['lead.created'], ...input } });
const change = (id: number, body: object) => asAdmin(`/api/webhooks/${id}`, { method: 'PATCH', body });
const fields = (answer: { status: number; json: { error?: { fields?: object } } }) => [
  answer.status,
  Object.keys(answer.json.error?.fields ?? {}),
];

describe('a destination', () => {
  test('is made with a secret that is told once, and nothing else tells', async () => {
    const { webhook, secret } = await createWebhook(server, admin, {
      url: `${HERE}/uno`,
      events: ['note.created', 'lead.created', 'note.created'],
      header: 'Authorization: Bearer muy-secreto',
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.any(Number),
      url: `${HERE}/uno`,
      events: ['lead.created', 'note.created'],
      header: 'Authorization',
      active: true,
      pause: null,
      paused_at: null,
      rests_since: null,
      failing_since: null,
      former_until: null,
      waiting: 0,
      created_at: expect.any(String),
      made_by: 'Ana Ríos',
      by_program: false,
      ends_on: null,
      from_settings: false,
    });
    const answers = [
      (await asAdmin('/api/webhooks')).text,
      (await asAdmin('/users/destinos')).text,
      (await change(webhook.id, { events: ['lead.created'] })).text,
      (await asAdmin('/api/audit')).text,
      server.output(),
    ].join();
    for (const hidden of [secret, secret.slice(6), 'muy-secreto']) expect(answers).not.toContain(hidden);
    const stored = withDatabase(server, (db) =>
      [
        ...db.prepare('SELECT box FROM webhook_secrets').pluck().all(),
        db.prepare('SELECT header_box FROM webhooks WHERE from_settings = 0').pluck().get(),
      ].map((box) => Buffer.from(box as Buffer).toString('latin1')),
    );
    expect(stored.join()).not.toMatch(/whsec_|muy-secreto/);
  });

  test('of the settings stands in the list, and nobody changes it', async () => {
    const listed = (await asAdmin('/api/webhooks')).json.webhooks[0];
    expect(listed).toMatchObject({
      url: 'https://flujo.example.com',
      events: ['lead.deleted'],
      header: 'X-Clave',
      active: true,
      waiting: 0,
      made_by: null,
      from_settings: true,
    });
    const path = `/api/webhooks/${listed.id}`;
    for (const body of [{ url: `${HERE}/otro` }, { events: ['lead.created'] }, { header: null }])
      expect((await change(listed.id, body)).status).toBe(409);
    expect((await asAdmin(path, { method: 'DELETE' })).status).toBe(409);
    for (const act of ['rotate', 'confirm'])
      expect((await asAdmin(`${path}/${act}`, { method: 'POST' })).status).toBe(409);
    expect((await asAdmin('/api/webhooks')).json.webhooks[0]).toEqual(listed);
    const stored = withDatabase(server, (db) => JSON.stringify(db.prepare('SELECT * FROM webhooks').all()));
    expect(stored).not.toMatch(/oculta|usuario:clave|webhook\/secreto/);
    expect((await asAdmin('/users/destinos')).text).not.toMatch(/oculta|usuario:clave|webhook\/secreto/);
  });

  test('has an address of its own', async () => {
    await createWebhook(server, admin, { url: `${HERE}/doble` });
    expect(fields(await create({ url: 'http://127.0.0.1:9/./doble#x' }))).toEqual([422, ['url']]);
    const { webhook } = await createWebhook(server, admin, { url: `${HERE}/otro` });
    expect(fields(await change(webhook.id, { url: `${HERE}/doble` }))).toEqual([422, ['url']]);
    expect((await change(webhook.id, { url: `${HERE}/otro` })).status).toBe(200);
  });

  test('loses its header when its address moves to another server, unless it is given again', async () => {
    const { webhook } = await createWebhook(server, admin, { url: `${HERE}/con`, header: 'X-Clave: a' });
    expect((await change(webhook.id, { url: `${HERE}/con/ruta` })).json.webhook.header).toBe('X-Clave');
    expect((await change(webhook.id, { url: 'http://127.0.0.1:10/con' })).json.webhook.header).toBeNull();
    const given = await change(webhook.id, { url: 'http://127.0.0.1:11/con', header: 'X-Otra: b' });
    expect(given.json.webhook.header).toBe('X-Otra');
    expect((await change(webhook.id, { header: null })).json.webhook.header).toBeNull();
  });

  test('is one of twenty at most', async () => {
    const count = () => withDatabase(server, (db) => db.prepare('SELECT count(*) FROM webhooks').pluck().get());
    for (let n = Number(count()); n < 20; n++) await createWebhook(server, admin, { url: `${HERE}/n${n}` });
    expect((await create({ url: `${HERE}/uno-mas` })).status).toBe(409);
    expect(count()).toBe(20);
    withDatabase(server, (db) => db.prepare('DELETE FROM webhooks').run());
  });

  test('changes its secret ten times a day at most', async () => {
    const { webhook } = await createWebhook(server, admin, { url: `${HERE}/vueltas` });
    const rotate = () => asAdmin(`/api/webhooks/${webhook.id}/rotate`, { method: 'POST' });
    for (let n = 1; n < 10; n++) expect((await rotate()).status).toBe(200);
    expect((await rotate()).status).toBe(409);
    const { former_until } = await readWebhook(server, admin, webhook.id);
    const hours = (Date.parse(former_until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });

  test('stands in the audit with what was done to it', async () => {
    const { webhook } = await createWebhook(server, admin, { url: 'http://127.0.0.1:12/' });
    await change(webhook.id, { active: false });
    await change(webhook.id, { active: true });
    await asAdmin(`/api/webhooks/${webhook.id}/rotate`, { method: 'POST' });
    await asAdmin(`/api/webhooks/${webhook.id}`, { method: 'DELETE' });
    const { events } = (await asAdmin('/api/audit')).json;
    expect(events.slice(0, 5).map((one: { type: string; to_value: string }) => [one.type, one.to_value])).toEqual(
      ['removed', 'rotated', 'resumed', 'paused', 'created'].map((did) => [`webhook_${did}`, '127.0.0.1:12']),
    );
  });
});

describe('a token’s destination', () => {
  const subscribe = (token: TestToken, body: object) => callAs(server, token, '/api/webhooks', { body });
  const hook = (path: string, events = ['lead.created']) => ({ url: `${HERE}/${path}`, events });
  const listedBy = async (token: TestToken) =>
    (await callAs(server, token, '/api/webhooks')).json.webhooks.map(({ id }: { id: number }) => id);
  const makeProgram = (name: string) => makeToken(server, { name, scopes: ['webhooks'] });

  test('is its own to see and to remove; administrators see who made it, and the settings’ one is nobody’s', async () => {
    const [zapier, make] = [makeProgram('Zapier'), makeProgram('Make')];
    const made = await subscribe(zapier, hook('zap'));
    expect([made.status, made.json.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    const { id } = made.json.webhook;
    const other = (await subscribe(make, hook('make'))).json.webhook.id;
    expect([await listedBy(zapier), await listedBy(make)]).toEqual([[id], [other]]);
    withDatabase(server, (db) =>
      db
        .prepare(
          "UPDATE api_tokens SET expires_on = '2090-12-31', expires_at = '2091-01-01T03:00:00.000Z' WHERE id = ?",
        )
        .run(zapier.id),
    );
    const shown = { made_by: 'Zapier', by_program: true, ends_on: '2090-12-31' };
    expect(await readWebhook(server, admin, id)).toMatchObject(shown);
    expect(fields(await subscribe(zapier, hook('make')))).toEqual([422, ['url']]);
    expect(fields(await subscribe(zapier, { ...hook(''), url: 'https://127.0.0.2/' }))).toEqual([422, ['url']]);
    const remove = (token: TestToken) => callAs(server, token, `/api/webhooks/${id}`, { method: 'DELETE' });
    expect((await remove(make)).status).toBe(404);
    expect([(await remove(zapier)).status, (await remove(zapier)).status]).toEqual([204, 404]);
    const { events } = (await asAdmin('/api/audit')).json;
    const acts = events.map(({ type, actor_email }: AuditEvent) => [type, actor_email]);
    expect(acts).toContainEqual(['webhook_created', 'Zapier']);
    expect(acts).toContainEqual(['webhook_removed', 'Zapier']);
  });

  test('is the same one when its program asks for it again, as it asks now', async () => {
    const zapier = makeProgram('Zapier');
    const first = (await subscribe(zapier, { ...hook('otra-vez'), header: 'X-Clave: a' })).json;
    await change(first.webhook.id, { active: false });
    const second = (await subscribe(zapier, hook('otra-vez', ['note.created']))).json;
    expect(second.webhook).toMatchObject({
      ...{ id: first.webhook.id, events: ['note.created'], active: true, header: null },
      former_until: expect.any(String),
    });
    expect(second.secret).not.toBe(first.secret);
  });

  test('ends with it, when it is revoked and when it expires', async () => {
    const [revoked, expired] = [makeProgram('Revocado'), makeProgram('Vencido')];
    const ids = [(await subscribe(revoked, hook('rev'))).json.webhook.id];
    ids.push((await subscribe(expired, hook('ven'))).json.webhook.id);
    await asAdmin(`/api/tokens/${revoked.id}`, { method: 'DELETE' });
    withDatabase(server, (db) =>
      db
        .prepare(
          `UPDATE api_tokens SET expires_on = '2026-01-01', expires_at = '2026-01-02T03:00:00.000Z' WHERE id = ?`,
        )
        .run(expired.id),
    );
    const left = (await asAdmin('/api/webhooks')).json.webhooks;
    expect(left.filter(({ id }: { id: number }) => ids.includes(id))).toEqual([]);
    for (const id of ids) expect((await change(id, { active: true })).status).toBe(404);
    await asAdmin('/api/leads', { body: { nombre: 'Nadie', email: 'nadie@x.example.com' } });
    const destinations = withDatabase(server, (db) => db.prepare('SELECT webhook_id FROM deliveries').pluck().all());
    expect(destinations.filter((id) => ids.includes(id))).toEqual([]);
  });
});

describe('what is refused', () => {
  test.each([
    ['https://127.0.0.2/'],
    ['http://127.0.0.2/'],
    ['https://2130706434/'],
    ['https://0x7f.2/'],
    ['https://①②⑦.0.0.2/'],
    ['https://[::ffff:7f00:2]/'],
    ['https://[::1]/'],
    ['https://10.1.2.3/'],
    ['https://169.254.169.254/latest/meta-data/'],
    ['https://168.63.129.16/'],
    ['https://[fd00::1]/'],
    ['https://0.0.0.0/'],
    // A public address, but unencrypted.
    ['http://93.184.215.14/'],
    ['https://no-existe.invalid/'],
  ])('%s', async (url) => {
    const answer = await create({ url });
    expect(fields(answer)).toEqual([422, ['url']]);
    expect(answer.json.error.message).toMatch(/^A esa dirección no se puede enviar: /);
    expect(answer.text).not.toMatch(/127\.0|169\.254|ENOTFOUND/);
  });

  test.each([
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'example.com' }, 'url'],
    [{ url: 'https://exam\tple.com/' }, 'url'],
    [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'url'],
    [{ url: 'https://ana:clave@example.com/' }, 'url'],
    [{ url: `${HERE}/x`, events: [] }, 'events'],
    [{ url: `${HERE}/x`, events: ['lead.created', 'lead.sold'] }, 'events'],
    ...['Host: a', 'Content-Length: 1', 'transfer-encoding: chunked', 'Connection: close', 'Webhook-Id: 1'].map(
      (header) => [{ url: `${HERE}/x`, header }, 'header'] as const,
    ),
    ...['sin dos puntos', 'X-Uno: a\r\nX-Dos: b', 'X Uno: a', 'X-Uno: ñ', 'X-Uno:'].map(
      (header) => [{ url: `${HERE}/x`, header }, 'header'] as const,
    ),
  ] as const)('%j', async (input, field) => {
    expect(fields(await create(input))).toEqual([422, [field]]);
  });

  test('nothing to change, and what is not there', async () => {
    const { webhook } = await createWebhook(server, admin, { url: `${HERE}/quieto` });
    expect((await change(webhook.id, {})).status).toBe(422);
    expect((await change(webhook.id, { secret: 'x' })).status).toBe(422);
    expect((await change(webhook.id, { url: 'https://127.0.0.2/' })).status).toBe(422);
    expect((await readWebhook(server, admin, webhook.id)).url).toBe(`${HERE}/quieto`);
    expect((await change(999_999, { active: false })).status).toBe(404);
    for (const id of ['999999', 'null', '0'])
      expect((await asAdmin(`/api/webhooks/${id}/test`, { method: 'POST' })).status).toBe(404);
  });
});
