import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { inParallel } from '../../support/in-parallel';
import { connectWhatsapp } from '../../support/meta';
import {
  answering,
  bodyOf,
  type Contact,
  echoesChange,
  echoOf,
  messagesChange,
  postWebhook,
  reactionOf,
  statusOf,
  textOf,
  waitForInbox,
} from '../../support/meta-webhooks';
import { provideMeta } from '../../support/provide';
import { startServer, type TestServer } from '../../support/server';

let server: TestServer;
let other: TestServer;
const meta = provideMeta();
beforeAll(async () => {
  const env = { WHATSAPP_API_URL: meta.url };
  server = await startServer({ env });
  await connectWhatsapp(server, meta, makePerson(server, { roles: ['admin'] }));
  other = await startServer({ env, folder: server.folder });
});
afterAll(async () => {
  await other.stop({ keep: true });
  await server.stop();
});

const minute = (n: number) => new Date(Date.now() - 3_600_000 + n * 60_000);
const read = <Row>(sql: string, ...values: unknown[]) =>
  withDatabase(server, (db) => db.prepare<unknown[], Row>(sql).all(...values));

/** What is known of a number's conversation, without ids. */
function timelineOf({ number }: Contact) {
  const key = number.replace(/^549/, '54');
  const messages = read<{ wamid: string; lead_id: number; body: string }>(
    `SELECT wamid, lead_id, direction, body, reply_to, at,
            (SELECT status FROM message_statuses AS s WHERE s.wamid = messages.wamid) AS status,
            (SELECT group_concat(emoji) FROM message_reactions AS r WHERE r.wamid = messages.wamid) AS reactions
     FROM messages WHERE phone_key = ? ORDER BY at, wamid`,
    key,
  );
  const leads = read<{ id: number }>('SELECT id FROM leads WHERE phone_key = ?', key);
  const events = read(
    `SELECT lead_id FROM lead_events WHERE type IN ('message_received', 'message_sent') AND lead_id IN
     (SELECT id FROM leads WHERE phone_key = ?)`,
    key,
  );
  return {
    messages: messages.map(({ lead_id, ...rest }) => ({ ...rest, isOfLead: lead_id === leads[0]?.id })),
    leads: leads.length,
    events: events.length,
  };
}

/** A conversation of eleven messages, in the order in which it was had, each change by itself. */
function conversationWith(person: Contact) {
  const change = (more: object) => messagesChange(meta, { contacts: [person], ...more });
  const first = textOf(person, 'Hola, ¿cuánto sale?', { at: minute(0) });
  const ours = echoOf(meta, person, 'text', { body: 'Hola, ¿qué plan?' }, { at: minute(1) });
  const sent = { wamid: ours.id, to: person.number };
  const texts = Array.from({ length: 8 }, (_, n) => textOf(person, `Mensaje ${n}`, { at: minute(5 + n) }));
  return [
    change({ messages: [first] }),
    echoesChange(meta, [ours]),
    change({ statuses: [statusOf(sent, 'sent', {}, minute(1))] }),
    change({ statuses: [statusOf(sent, 'delivered', {}, minute(2))] }),
    change({ statuses: [statusOf(sent, 'read', {}, minute(3))] }),
    change({ messages: [answering(textOf(person, 'El de chat', { at: minute(4) }), ours.id)] }),
    change({ messages: [reactionOf(person, ours.id, '👍', { at: minute(4) })] }),
    ...texts.map((message) => change({ messages: [message] })),
  ];
}

test('the same webhooks, repeated, in any order and to two processes at once, are one conversation', async () => {
  const orders = {
    '5491160000001': <Value>(list: Value[]) => list,
    '5491160000002': <Value>(list: Value[]) => list.toReversed(),
    '5491160000003': <Value>(list: Value[]) => [...list.slice(5), ...list.slice(0, 5)],
  };
  const timelines = [];
  for (const [number, arrange] of Object.entries(orders)) {
    const person = { number, name: 'Marta Giménez' };
    const bodies = conversationWith(person).map((change) => JSON.stringify(bodyOf(meta, [change])));
    const repeated = arrange(bodies).flatMap((body) => [body, body]);
    const statuses = new Set<number>();
    await inParallel(repeated.entries(), async ([n, body]) => {
      statuses.add((await postWebhook(n % 2 === 0 ? server : other, meta, body)).status);
    });
    expect(statuses).toEqual(new Set([200]));
    await waitForInbox(server);
    // Once more, a while later.
    for (const body of bodies) await postWebhook(other, meta, body);
    await waitForInbox(server);
    timelines.push(timelineOf(person));
  }
  for (const { messages, leads, events } of timelines) {
    expect([messages.length, leads, events]).toEqual([11, 1, 11]);
    expect(messages.every(({ isOfLead }) => isOfLead)).toBe(true);
    expect(messages[1]).toMatchObject({ direction: 'out', status: 'read', reactions: '👍' });
    expect(messages[2]).toMatchObject({ reply_to: messages[1]?.wamid });
  }
  const texts = timelines.map(({ messages }) => messages.map(({ body }) => body));
  expect(texts[1]).toEqual(texts[0]);
  expect(texts[2]).toEqual(texts[0]);
});

test('a batch told twice, while both processes work on it, is taken once', async () => {
  const people = Array.from({ length: 40 }, (_, n) => ({
    number: `54911610000${String(n).padStart(2, '0')}`,
  }));
  const changes = people.map((person) =>
    messagesChange(meta, {
      contacts: [{ ...person, name: `Persona ${person.number}` }],
      messages: Array.from({ length: 10 }, (_, n) => textOf(person, `Mensaje ${n}`, { at: minute(n) })),
    }),
  );
  const body = JSON.stringify(bodyOf(meta, changes));
  await Promise.all([server, other, server, other].map((at) => postWebhook(at, meta, body)));
  await waitForInbox(server);
  for (const person of people) expect(timelineOf(person)).toMatchObject({ leads: 1, events: 10 });
});

test('what one process was told is heard by the other where that one ends', async () => {
  const person = { number: '5491162000001', name: 'Carla Sosa' };
  const changes = Array.from({ length: 300 }, (_, n) =>
    messagesChange(meta, {
      contacts: [person],
      messages: [textOf(person, `Mensaje ${n}`, { at: minute(n / 10) })],
    }),
  );
  const third = await startServer({ env: { WHATSAPP_API_URL: meta.url }, folder: server.folder });
  expect((await postWebhook(third, meta, bodyOf(meta, changes))).status).toBe(200);
  third.process.kill('SIGKILL');
  await third.exited;
  await waitForInbox(server);
  expect(timelineOf(person)).toMatchObject({ leads: 1, events: 300 });
});
