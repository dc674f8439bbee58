import { describe, expect, test } from 'vitest';
import { provideConversations } from '../../support/conversations';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { openStream } from '../../support/live';
import { postWebhook, reactionOf, textOf, webhookOf } from '../../support/meta-webhooks';
import { startServer } from '../../support/server';

const { makeContact, makeLead, writes, answers, said, read, as, admin, leadsOf, server, meta, tells } =
  provideConversations();

describe('a message', () => {
  test('stands in the story of the newest lead of its number', async () => {
    const contact = makeContact();
    const [older, newer] = [await makeLead(contact), await makeLead(contact)];
    await writes(contact, '¿Siguen atendiendo?');
    await answers(contact, 'Claro que sí');
    expect([await said(older), await said(newer)]).toEqual([[], ['¿Siguen atendiendo?', 'Claro que sí']]);
    expect((await read(older)).estado).toBe('nuevo');
  });

  test('stays where it is when a newer lead comes', async () => {
    const contact = makeContact();
    const older = await makeLead(contact);
    await writes(contact, 'Uno');
    const newer = await makeLead(contact);
    await writes(contact, 'Dos');
    expect([await said(older), await said(newer)]).toEqual([['Uno'], ['Dos']]);
  });

  test('of a lead in the trash makes a new one; the restored one keeps its own', async () => {
    const contact = makeContact();
    const id = await makeLead(contact);
    await writes(contact, 'Antes');
    await as(admin, `/api/leads/${id}`, { method: 'DELETE' });
    await writes(contact, 'Después');
    await as(admin, `/api/leads/${id}/restore`, { method: 'POST' });
    const [, made = 0] = leadsOf(contact);
    expect([await said(id), await said(made)]).toEqual([['Antes'], ['Después']]);
  });

  test('told to two processes at once is there once', async () => {
    const second = await startServer({ folder: server.folder, env: { WHATSAPP_API_URL: meta.url } });
    try {
      const contact = makeContact();
      const body = webhookOf(meta, { contacts: [contact], messages: [textOf(contact, 'Hola a los dos')] });
      const posts = [server, second, server, second].map((to) => postWebhook(to, meta, body));
      for (const { status } of await Promise.all(posts)) expect(status).toBe(200);
      await expect.poll(() => leadsOf(contact).length).toBe(1);
      const [id = 0] = leadsOf(contact);
      await expect.poll(() => said(id)).toEqual(['Hola a los dos']);
      await expect
        .poll(() => withDatabase(server, (db) => db.prepare('SELECT count(*) FROM whatsapp_received').pluck().get()))
        .toBe(0);
      expect([leadsOf(contact).length, await said(id)]).toEqual([1, ['Hola a los dos']]);
    } finally {
      await second.stop({ keep: true });
    }
  });
});

test('open panels hear of a message as of any change, and of ticks and reactions by themselves', async () => {
  const contact = makeContact();
  const id = await makeLead(contact);
  const stream = await openStream(server, admin.cookie);
  const wamid = await writes(contact, 'Hola');
  const readLead = async () => (await call(server, `/api/leads/${id}`, { cookie: admin.cookie })).json.lead;
  const waiting = await readLead();
  expect(waiting.awaiting_reply_since).not.toBeNull();
  await stream.hears(waiting.as_of);
  const ours = await answers(contact, 'Hola, ¿qué tal?');
  await expect.poll(async () => (await readLead()).awaiting_reply_since).toBeNull();
  await stream.hears((await readLead()).as_of);
  const before = stream.messages.filter(({ event }) => event === 'conversations').length;
  await tells({ wamid: ours, to: contact.number }, 'delivered');
  const ticks = await stream.waitFor(({ event }) => event === 'conversations');
  expect([ticks.id, JSON.parse(ticks.data), before]).toEqual(['', [id], 0]);
  const change = webhookOf(meta, { contacts: [contact], messages: [reactionOf(contact, ours, '👍')] });
  await postWebhook(server, meta, change);
  await expect.poll(() => stream.messages.filter(({ event }) => event === 'conversations').length).toBe(2);
  expect(wamid).not.toBe(ours);
  stream.close();
});

test('the list of those who await an answer is what its filter says, and counted', async () => {
  const [one, other] = [makeContact(), makeContact()];
  const [waits, answered] = [await makeLead(one), await makeLead(other)];
  await writes(one, 'Hola');
  await writes(other, 'Hola');
  await answers(other, 'Hola');
  const { json } = await as(admin, '/api/leads?contacto=respuesta');
  const ids = json.leads.map(({ id }: { id: number }) => id);
  expect(ids).toContain(waits);
  expect(ids).not.toContain(answered);
  expect(json.total).toBe(ids.length);
  const report = await as(admin, '/api/reports?from=2026-01-01&to=2026-01-02');
  expect(report.json.lying.awaiting).toEqual({ total: ids.length, query: 'contacto=respuesta' });
});
