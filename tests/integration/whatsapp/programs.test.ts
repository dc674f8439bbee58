import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmNow, makePerson, type Person } from '../../support/accounts';
import { readDescribedApi } from '../../support/described-api';
import { call } from '../../support/http';
import { expectOurs, leadWhoWrote, someone, write } from '../../support/lead-messages';
import { connectWhatsapp, type Meta, startMeta } from '../../support/meta';
import { personWrites, waitForInbox } from '../../support/meta-webhooks';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startServer, type TestServer } from '../../support/server';
import { callAs, makeToken } from '../../support/tokens';
import { createWebhook } from '../../support/webhooks';

let meta: Meta;
let receiver: Receiver;
let fromSettings: Receiver;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  [meta, receiver, fromSettings] = [await startMeta(), await startReceiver(), await startReceiver()];
  server = await startServer({
    env: {
      WHATSAPP_API_URL: meta.url,
      WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
      LEAD_WEBHOOK_URL: fromSettings.url,
      LEAD_WEBHOOK_EVENTS: 'message.created',
    },
  });
  admin = makePerson(server, { roles: ['admin'] });
  await connectWhatsapp(server, meta, admin);
});
afterAll(async () => {
  await server.stop();
  for (const one of [meta, receiver, fromSettings]) await one.stop();
});

const SECRET_WORD = 'berenjena';

describe('a token', () => {
  test('with the scope reads and writes as the team does, under its own name', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    const n8n = makeToken(server, { name: 'n8n', scopes: ['messages'] });
    const path = `/api/leads/${lead}/messages`;
    const headers = { 'idempotency-key': 'una-ejecucion' };
    const first = await callAs(server, n8n, path, { body: { body: 'Hola' }, headers });
    const again = await callAs(server, n8n, path, { body: { body: 'Hola' }, headers });
    expect([first.status, first.json.message.author_name]).toEqual([202, 'n8n']);
    expect(again.json.message.id).toBe(first.json.message.id);
    await expectOurs(server, admin, lead, [{ status: 'sent', author_name: 'n8n' }]);
    const read = await callAs(server, n8n, path);
    expect(read.json.messages).toMatchObject([{ direction: 'in' }, { direction: 'out' }]);
    expect(meta.sent.filter(({ to }) => to === person.number)).toHaveLength(1);
    // Programs own no leads.
    const { json } = await call(server, `/api/leads/${lead}`, { cookie: admin.cookie });
    expect(json.lead.owner_id).not.toBe(n8n.id);
  });

  test('learns in English why it may not write', async () => {
    const { secret } = makeToken(server, { scopes: ['messages'] });
    const lead = await leadWhoWrote(server, meta);
    const { json } = await callAs(server, { secret }, `/api/leads/${lead}/messages`, { body: {} });
    expect(json.error.detail).toContain('send either body, or template');
  });

  test('without it reads nothing of what was written: no message, no story, no excerpt', async () => {
    const lead = await leadWhoWrote(server, meta, someone(), 'Hola');
    await write(server, admin, lead, `Te mando la ${SECRET_WORD}`);
    await expectOurs(server, admin, lead, [{ status: 'sent' }]);
    const seen: string[] = [];
    const { secret } = makeToken(server, { scopes: ['read', 'write', 'companies', 'webhooks'] });
    for (const path of [
      `/api/leads/${lead}`,
      `/api/leads/${lead}/timeline`,
      `/api/leads?q=${SECRET_WORD}`,
      '/api/leads?since=2026-01-01T00:00:00Z',
      `/api/leads/${lead}/notes`,
    ]) {
      const answer = await callAs(server, { secret }, path);
      expect(answer.status, path).toBe(200);
      // What was asked for is repeated.
      seen.push(answer.text.replace(`"similar_to":"${SECRET_WORD}"`, ''));
    }
    expect(seen.filter((text) => text.includes(SECRET_WORD))).toEqual([]);
    expect((await callAs(server, { secret }, `/api/leads/${lead}/messages`)).status).toBe(403);
    const timeline = await callAs(server, { secret }, `/api/leads/${lead}/timeline`);
    const events = timeline.json.events.filter(({ type }: { type: string }) => type.startsWith('message_'));
    expect(events).toMatchObject([{ message: null }, { message: null }]);
    // The team finds it by its words.
    const found = await call(server, `/api/leads?q=${SECRET_WORD}`, { cookie: admin.cookie });
    expect(found.json.leads).toMatchObject([{ id: lead, found_note: { q: SECRET_WORD } }]);
  });

  test('without it finds nobody by what was written, only by the lead itself', async () => {
    const person = someone('Rigoberta Ñandú');
    const lead = await leadWhoWrote(server, meta, person, 'Hola');
    await personWrites(server, meta, person, 'Mi clave es ornitorrinco');
    await waitForInbox(server);
    const { secret } = makeToken(server, { scopes: ['read', 'write'] });
    const find = async (path: string) => (await callAs(server, { secret }, path)).json;
    for (const q of ['ornitorrinco', 'ornito', 'ornitorinco', 'Rigoberta clave']) {
      expect(await find(`/api/leads?q=${q}`), q).toMatchObject({ leads: [], total: 0 });
      expect(await find(`/api/leads/counters?q=${q}`), q).toMatchObject({ listed: 0 });
    }
    for (const q of ['Rigoberta', person.number.slice(-8)])
      expect(await find(`/api/leads?q=${q}`), q).toMatchObject({ leads: [{ id: lead }], total: 1 });
    const bulk = { filter: { q: 'ornitorrinco' }, change: { estado: 'perdido', lost_reason: 'otro' } };
    const changed = await callAs(server, { secret }, '/api/leads/bulk', {
      body: bulk,
      headers: { 'idempotency-key': 'de-un-mensaje' },
    });
    expect(changed.json).toMatchObject({ changed: 0, skipped: 0, done: true });
    const reader = makeToken(server, { scopes: ['read', 'messages'] });
    const found = await callAs(server, reader, '/api/leads?q=ornitorrinco');
    expect(found.json).toMatchObject({ leads: [{ id: lead }], total: 1 });
  });

  test('without it makes no destination that would be told', async () => {
    const body = { url: `${receiver.url}/de-un-token`, events: ['message.created'] };
    const without = makeToken(server, { scopes: ['webhooks'] });
    expect((await callAs(server, without, '/api/webhooks', { body })).status).toBe(403);
    const withIt = makeToken(server, { scopes: ['webhooks', 'messages'] });
    const made = await callAs(server, withIt, '/api/webhooks', { body });
    expect(made.status).toBe(201);
    await callAs(server, withIt, `/api/webhooks/${made.json.webhook.id}`, { method: 'DELETE' });
  });
});

describe('destinations', () => {
  test('that chose it are told of each message, theirs and ours, as described; the others of none', async () => {
    confirmNow(server, admin);
    const { webhook } = await createWebhook(server, admin, {
      url: receiver.url,
      events: ['message.created'],
    });
    const other = await createWebhook(server, admin, {
      url: `${receiver.url}/otro`,
      events: ['lead.created', 'lead.updated', 'note.created'],
    });
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person, 'Hola');
    await write(server, admin, lead, `Te mando la ${SECRET_WORD}`);
    await personWrites(server, meta, person, 'Gracias');
    await waitForInbox(server);
    const toldTo = ({ received }: Receiver) =>
      received
        .filter(({ path }) => path === '/webhook')
        .map(({ body }) => JSON.parse(body))
        .filter(({ data }) => data.id === lead);
    await expect
      .poll(() => toldTo(receiver).map(({ data }) => data.message), { interval: 40 })
      .toMatchObject([
        { direction: 'in', kind: 'text', body: 'Hola', author_name: null },
        { direction: 'out', kind: 'text', body: `Te mando la ${SECRET_WORD}` },
        { direction: 'in', kind: 'text', body: 'Gracias' },
      ]);
    await expect.poll(() => toldTo(fromSettings).length, { interval: 40 }).toBe(3);
    const api = await readDescribedApi(server);
    for (const message of receiver.received.filter(({ path }) => path === '/webhook')) api.judgeMessage(message);
    const elsewhere = receiver.received.filter(({ path }) => path === '/webhook/otro');
    expect(JSON.stringify(elsewhere)).not.toContain(SECRET_WORD);
    for (const { id } of [webhook, other.webhook])
      await call(server, `/api/webhooks/${id}`, { method: 'DELETE', cookie: admin.cookie });
  });
});
