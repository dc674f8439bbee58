import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { confirmNow } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import {
  ageDeliveries,
  ageMessages,
  expectOurs,
  leadWhoWrote,
  messagesOf,
  someone,
  write,
} from '../../support/lead-messages';
import { connectWhatsapp } from '../../support/meta';
import { deliverStatus, deliverWebhook, echoesChange, echoOf, waitForInbox } from '../../support/meta-webhooks';
import { readDeliveries } from '../../support/outbox';
import { provideMeta, providePerson, provideServer } from '../../support/provide';

const meta = provideMeta();
const server = provideServer(() => ({ env: { WHATSAPP_API_URL: meta.url } }));
const admin = providePerson(server, { roles: ['admin'] });
const ana = providePerson(server, { name: 'Ana Paz' });
beforeAll(async () => {
  await connectWhatsapp(server, meta, admin);
});
afterAll(async () => {
  expect(server.output()).not.toMatch(/unhandled_rejection|delivery_threw/);
});
afterEach(() => {
  Object.assign(meta, { delayMs: 0, lostAnswers: 0, refusals: [] });
  meta.closedWindows.clear();
});

const textsTo = (number: string) => meta.sent.filter(({ to }) => to === number).map(({ text }) => text?.body);

const outcomesFor = (lead: number) => readDeliveries(server, 'whatsapp').filter(({ lead_id }) => lead_id === lead);

/** Resolves once the outbox knows at least as many outcomes. */
const tried = (lead: number, attempts: number) =>
  expect
    .poll(() => Math.max(...outcomesFor(lead).map((one) => one.attempts)), { interval: 40 })
    .toBeGreaterThanOrEqual(attempts);

describe('a text', () => {
  test('is in the story at once, reaches the person, and is the first contact', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person, '¿Cuánto sale?');
    const answer = await write(server, ana, lead, '  Hola Marta:\r\nte cuento. ');
    expect([answer.status, answer.json.message]).toMatchObject([
      202,
      {
        direction: 'out',
        kind: 'text',
        body: 'Hola Marta:\nte cuento.',
        status: 'queued',
        author_name: 'Ana Paz',
      },
    ]);
    await expectOurs(server, ana, lead, [{ id: answer.json.message.id, status: 'sent', reason: null }]);
    const sent = meta.sent.filter(({ to }) => to === person.number);
    const [delivery] = outcomesFor(lead);
    expect(sent).toMatchObject([
      {
        type: 'text',
        text: { body: 'Hola Marta:\nte cuento.', preview_url: false },
        biz_opaque_callback_data: delivery?.message_id,
      },
    ]);
    const { json } = await call(server, `/api/leads/${lead}`, { cookie: ana.cookie });
    expect(json.lead).toMatchObject({
      estado: 'contactado',
      owner_id: ana.id,
      awaiting_reply_since: null,
      first_contacted_at: answer.json.message.at,
    });
    const timeline = await call(server, `/api/leads/${lead}/timeline`, { cookie: ana.cookie });
    const event = timeline.json.events.find(({ type }: { type: string }) => type === 'message_sent');
    expect(event).toMatchObject({ actor_name: 'Ana Paz', message: { body: 'Hola Marta:\nte cuento.' } });
  });

  test('shows how far it came', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    await write(server, ana, lead, 'Hola');
    await expectOurs(server, ana, lead, [{ status: 'sent' }]);
    const [sent] = meta.sent.filter(({ to }) => to === person.number);
    if (!sent) throw new Error('nothing was sent');
    await deliverStatus(server, meta, sent, 'read');
    await deliverStatus(server, meta, sent, 'delivered');
    await expectOurs(server, ana, lead, [{ status: 'read' }]);
  });

  test('leaves no word of it in the outbox or the log', async () => {
    const lead = await leadWhoWrote(server, meta);
    await write(server, ana, lead, 'una palabra inconfundible');
    await expectOurs(server, ana, lead, [{ status: 'sent' }]);
    expect(JSON.stringify(outcomesFor(lead))).not.toContain('inconfundible');
    expect(server.output()).not.toContain('inconfundible');
    const path = `/api/deliveries/${outcomesFor(lead)[0]?.id}`;
    const { delivery } = (await call(server, path, { cookie: admin.cookie })).json;
    expect(delivery).toMatchObject({ kind: 'whatsapp', event: 'whatsapp.text', about: 'Marta Giménez' });
  });

  test.each([
    ['empty', ' \u200b\n', 422],
    ['too long', 'x'.repeat(4097), 422],
    ['neither text nor template', {}, 422],
    ['both', { body: 'Hola', template: 'una' }, 422],
  ])('is refused if it is %s', async (_, body, status) => {
    const lead = await leadWhoWrote(server, meta);
    expect((await write(server, ana, lead, body)).status).toBe(status);
    expect(await messagesOf(server, ana, lead)).toHaveLength(1);
  });

  test('is taken once per press, also when it is pressed twice at once', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    const key = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => write(server, ana, lead, 'Una vez', key)));
    expect(new Set(answers.map(({ json }) => json.message.id)).size).toBe(1);
    expect((await write(server, ana, lead, 'Otra cosa', key)).json.error.code).toBe('already_made');
    await expectOurs(server, ana, lead, [{ status: 'sent' }]);
    expect(textsTo(person.number)).toEqual(['Una vez']);
  });

  test('follows the one before it, whoever else is written to meanwhile', async () => {
    const people = [someone(), someone(), someone()];
    const leads: number[] = [];
    for (const person of people) leads.push(await leadWhoWrote(server, meta, person));
    meta.delayMs = 20;
    const texts = ['uno', 'dos', 'tres', 'cuatro', 'cinco'];
    for (const text of texts) for (const lead of leads) expect((await write(server, ana, lead, text)).status).toBe(202);
    for (const lead of leads)
      await expectOurs(
        server,
        ana,
        lead,
        texts.map((body) => ({ body, status: 'sent' })),
      );
    for (const { number } of people) expect(textsTo(number)).toEqual(texts);
  });
});

describe('after 24 hours without a word of theirs', () => {
  test('a text is refused at once, in words', async () => {
    const lead = await leadWhoWrote(server, meta);
    ageMessages(server, lead, 24);
    const { status, json } = await write(server, ana, lead, 'Hola');
    expect([status, json.error.code]).toEqual([409, 'window_closed']);
    expect(json.error.message).toContain('plantilla');
    const read = await call(server, `/api/leads/${lead}/messages`, { cookie: ana.cookie });
    expect(read.json.window_ends_at).toBeNull();
  });

  test('one that had to wait so long fails without being sent', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    meta.refuseWith({ code: 131056, retryAfterS: 600 });
    await write(server, ana, lead, 'Hola');
    await tried(lead, 1);
    ageMessages(server, lead, 24);
    ageDeliveries(server, 700);
    await expectOurs(server, ana, lead, [{ status: 'failed', reason: expect.stringContaining('24 horas') }]);
    expect(textsTo(person.number)).toEqual([]);
    await expect.poll(() => outcomesFor(lead)).toMatchObject([{ state: 'failed', attempts: 2 }]);
  });

  test.each(['status', 'error'] as const)('and so it does where only Meta knows, by %s', async (by) => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    meta.reportsClosedBy = by;
    meta.closedWindows.add(person.number);
    await write(server, ana, lead, 'Hola');
    await expectOurs(server, ana, lead, [{ status: 'failed', reason: expect.stringContaining('24 horas') }]);
    meta.closedWindows.clear();
    // A failed message is not resent: people write it again.
    await write(server, ana, lead, 'Hola otra vez');
    await expectOurs(server, ana, lead, [{ status: 'failed' }, { status: 'sent' }]);
    const { json } = await call(server, `/api/leads/${lead}`, { cookie: ana.cookie });
    expect(json.lead.awaiting_reply_since).toBeNull();
  });
});

describe('what Meta refuses for good', () => {
  test.each([100, 131026, 131051])('fails in place with its reason: %i', async (code) => {
    const lead = await leadWhoWrote(server, meta);
    const before = (await messagesOf(server, ana, lead))[0]?.at;
    meta.refuseWith({ code });
    await write(server, ana, lead, 'Hola');
    await expectOurs(server, ana, lead, [{ status: 'failed', reason: expect.stringMatching(/WhatsApp/) }]);
    await expect.poll(() => outcomesFor(lead)).toMatchObject([{ state: 'failed', attempts: 1, last_status: 400 }]);
    // The person still waits for an answer.
    const { json } = await call(server, `/api/leads/${lead}`, { cookie: ana.cookie });
    expect(json.lead).toMatchObject({ awaiting_reply_since: before });
  });

  test('is not sent again from the log, which could reach the person twice', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    meta.refuseWith({ code: 100 });
    await write(server, ana, lead, 'Hola');
    await expectOurs(server, ana, lead, [{ status: 'failed' }]);
    await expect.poll(() => outcomesFor(lead)[0]?.state).toBe('failed');
    const id = outcomesFor(lead)[0]?.id;
    const again = await call(server, `/api/deliveries/${id}/resend`, {
      method: 'POST',
      cookie: admin.cookie,
    });
    expect([again.status, again.json.error.message]).toEqual([409, expect.stringContaining('Escribilo de nuevo')]);
    const body = { kind: 'whatsapp' };
    const all = await call(server, '/api/deliveries/retry', { cookie: admin.cookie, body });
    expect(all.json.retried).toBe(0);
    await call(server, '/api/deliveries/discard', { cookie: admin.cookie, body });
    expect(outcomesFor(lead)).toEqual([]);
    await expectOurs(server, ana, lead, [{ status: 'failed' }]);
    expect(textsTo(person.number)).toEqual([]);
  });
});

describe('what Meta asks to wait for', () => {
  test.each([
    { code: 130429 },
    { code: 80007 },
    { code: 131056 },
    { code: 131000, status: 500 },
    { code: 2, status: 503 },
  ])('is sent later, once, and in order: $code', async (refusal) => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    meta.refuseWith({ ...refusal, retryAfterS: 600 });
    await write(server, ana, lead, 'uno');
    await tried(lead, 1);
    await write(server, ana, lead, 'dos');
    await expectOurs(server, ana, lead, [{ status: 'queued' }, { status: 'queued' }]);
    const pending = outcomesFor(lead)[0]?.id;
    ageDeliveries(server, 700);
    // An administrator need not wait.
    await call(server, `/api/deliveries/${pending}/resend`, { method: 'POST', cookie: admin.cookie });
    await expectOurs(server, ana, lead, [{ status: 'sent' }, { status: 'sent' }]);
    expect(textsTo(person.number)).toEqual(['uno', 'dos']);
  });

  test('an expired token makes everything wait until the number is connected again', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    const { token } = meta;
    meta.token = 'another';
    await write(server, ana, lead, 'Hola');
    await tried(lead, 1);
    const connection = await call(server, '/api/whatsapp', { cookie: admin.cookie });
    expect(connection.json.connection.state).toBe('failing');
    await expectOurs(server, ana, lead, [{ status: 'queued' }]);
    meta.token = token;
    await connectWhatsapp(server, meta, admin);
    await expectOurs(server, ana, lead, [{ status: 'sent' }]);
    expect(textsTo(person.number)).toEqual(['Hola']);
  });
});

describe('where the answer gets lost', () => {
  test('a status tells that it arrived, and it is not sent again', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    meta.lostAnswers = 1;
    await write(server, ana, lead, 'uno');
    await write(server, ana, lead, 'dos');
    await tried(lead, 1);
    await expectOurs(server, ana, lead, [{ status: 'queued' }, { status: 'queued' }]);
    const [sent] = meta.sent.filter(({ to }) => to === person.number);
    if (!sent) throw new Error('nothing was sent');
    await deliverStatus(server, meta, sent, 'delivered');
    await expectOurs(server, ana, lead, [{ status: 'delivered' }, { status: 'sent' }]);
    expect(textsTo(person.number)).toEqual(['uno', 'dos']);
    await expect.poll(() => outcomesFor(lead)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });

  test('and no status comes within half a minute, it is sent again, not sooner', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    meta.lostAnswers = 1;
    await write(server, ana, lead, 'uno');
    await tried(lead, 1);
    const id = outcomesFor(lead)[0]?.id;
    // Pressing 'Reenviar' does not make it sooner.
    await call(server, `/api/deliveries/${id}/resend`, { method: 'POST', cookie: admin.cookie });
    await tried(lead, 2);
    expect(textsTo(person.number)).toEqual(['uno']);
    ageDeliveries(server, 31);
    await expectOurs(server, ana, lead, [{ status: 'sent' }]);
    expect(textsTo(person.number)).toEqual(['uno', 'uno']);
  });

  test('an echo that came first is the same message', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    meta.lostAnswers = 1;
    await write(server, ana, lead, 'uno');
    await tried(lead, 1);
    const [sent] = meta.sent.filter(({ to }) => to === person.number);
    if (!sent) throw new Error('nothing was sent');
    const echo = echoOf(meta, person, 'text', { body: 'uno' }, { id: sent.wamid });
    await deliverWebhook(server, meta, echoesChange(meta, [echo]));
    await waitForInbox(server);
    await deliverStatus(server, meta, sent, 'read');
    await expectOurs(server, ana, lead, [{ status: 'read', author_name: 'Ana Paz', body: 'uno' }]);
    const timeline = await call(server, `/api/leads/${lead}/timeline`, { cookie: ana.cookie });
    const events = timeline.json.events.filter(({ type }: { type: string }) => type === 'message_sent');
    expect(events).toMatchObject([{ actor_name: 'Ana Paz', message: { status: 'read' } }]);
    ageDeliveries(server, 31);
    await expect.poll(() => outcomesFor(lead)[0]?.state).toBe('sent');
    expect(textsTo(person.number)).toEqual(['uno']);
  });
});

describe('where the database takes no write', () => {
  const refuse = (column: string, when: string) =>
    withDatabase(server, (db) =>
      db.exec(
        `CREATE TRIGGER held BEFORE UPDATE OF ${column} ON messages WHEN ${when}
         BEGIN SELECT raise(ABORT, 'held by the test'); END`,
      ),
    );
  const takeAgain = () => withDatabase(server, (db) => db.exec('DROP TRIGGER held'));

  test('what Meta took is known once it can be stored, and not sent again', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    refuse('wamid', "NEW.wamid LIKE 'wamid.%'");
    await write(server, ana, lead, 'uno');
    await expect.poll(() => textsTo(person.number)).toEqual(['uno']);
    await expect.poll(() => server.output()).toContain('whatsapp_sending_failed');
    takeAgain();
    await expectOurs(server, ana, lead, [{ status: 'sent' }]);
    await expect.poll(() => outcomesFor(lead)).toMatchObject([{ state: 'sent', attempts: 1 }]);
    expect(textsTo(person.number)).toEqual(['uno']);
  });

  test('it is tried again, however often it had to wait before', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    refuse('sending_since', 'NEW.sending_since IS NOT NULL');
    await write(server, ana, lead, 'uno');
    await tried(lead, 1);
    withDatabase(server, (db) =>
      db.prepare("UPDATE deliveries SET attempts = 20 WHERE state = 'pending' AND lead_id = ?").run(lead),
    );
    ageDeliveries(server, 300);
    await tried(lead, 21);
    takeAgain();
    ageDeliveries(server, 300);
    await expectOurs(server, ana, lead, [{ status: 'sent' }]);
    expect(textsTo(person.number)).toEqual(['uno']);
  });
});

describe('what is no longer to be sent', () => {
  test('fails where the lead is in the trash meanwhile', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    meta.refuseWith({ code: 131056, retryAfterS: 600 });
    await write(server, ana, lead, 'Hola');
    await tried(lead, 1);
    await call(server, `/api/leads/${lead}`, { method: 'DELETE', cookie: ana.cookie });
    ageDeliveries(server, 700);
    await expect.poll(() => outcomesFor(lead)[0]?.state).toBe('failed');
    await call(server, `/api/leads/${lead}/restore`, { method: 'POST', cookie: ana.cookie });
    await expectOurs(server, ana, lead, [{ status: 'failed', reason: expect.stringContaining('ya no está') }]);
    expect(textsTo(person.number)).toEqual([]);
  });

  test('and where the number was disconnected; nothing new is taken then', async () => {
    const person = someone();
    const lead = await leadWhoWrote(server, meta, person);
    meta.refuseWith({ code: 131056, retryAfterS: 600 });
    await write(server, ana, lead, 'Hola');
    await tried(lead, 1);
    confirmNow(server, admin);
    await call(server, '/api/whatsapp', { method: 'DELETE', cookie: admin.cookie });
    ageDeliveries(server, 700);
    await expectOurs(server, ana, lead, [{ status: 'failed', reason: expect.stringContaining('desconectó') }]);
    const late = await write(server, ana, lead, 'Hola');
    expect([late.status, late.json.error.message]).toEqual([409, expect.stringContaining('No hay un número')]);
    await connectWhatsapp(server, meta, admin);
    expect(textsTo(person.number)).toEqual([]);
  });

  test('a lead without a number that WhatsApp could reach takes none', async () => {
    const { json } = await call(server, '/api/leads', {
      cookie: ana.cookie,
      body: { nombre: 'Sin número', email: 'sin-numero@x.example.com' },
    });
    const answer = await write(server, ana, json.lead.id, 'Hola');
    expect([answer.status, answer.json.error.message]).toEqual([422, expect.stringContaining('no tiene un número')]);
  });
});

test('a long conversation is read page by page, the newest first, each oldest first', async () => {
  const lead = await leadWhoWrote(server, meta);
  withDatabase(server, (db) => {
    const add = db.prepare(
      `INSERT INTO messages (lead_id, phone_key, wamid, direction, kind, body, at)
       SELECT lead_id, phone_key, ?, 'in', 'text', ?, ? FROM messages WHERE lead_id = ? LIMIT 1`,
    );
    // Several of one moment, as history has them.
    for (let n = 1; n < 120; n++)
      add.run(`wamid.${lead}.${n}`, String(n), new Date(Date.now() + (n >> 2) * 1000).toISOString(), lead);
  });
  const read: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor && `?cursor=${cursor}`;
    const { json } = await call(server, `/api/leads/${lead}/messages${query}`, { cookie: ana.cookie });
    read.unshift(...json.messages.map(({ body }: { body: string }) => body));
    expect(Date.parse(json.window_ends_at)).toBeGreaterThan(Date.now());
    cursor = json.next_cursor;
  }
  expect(read).toEqual(['Hola', ...Array.from({ length: 119 }, (_, n) => String(n + 1))]);
  const forged = await call(server, `/api/leads/${lead}/messages?cursor=x`, { cookie: ana.cookie });
  expect(forged.status).toBe(400);
});
