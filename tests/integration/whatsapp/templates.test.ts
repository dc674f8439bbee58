import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_ZONE, dayIn, startOfDay } from '~/shared/leads/days';
import { confirmNow } from '../../support/accounts';
import { whileDayLasts } from '../../support/clock';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { ageMessages, expectOurs, leadWhoWrote, someone, write } from '../../support/lead-messages';
import { connectWhatsapp, GREETING, type MetaTemplate } from '../../support/meta';
import { readDeliveries } from '../../support/outbox';
import { provideMeta, providePerson, provideServer } from '../../support/provide';
import { callAs, makeToken } from '../../support/tokens';

const meta = provideMeta();
const server = provideServer(() => ({ env: { WHATSAPP_API_URL: meta.url } }));
const admin = providePerson(server, { roles: ['admin'] });
const ana = providePerson(server);

/** Clears the cache: another account has other templates. */
beforeEach(async () => {
  meta.businessAccountId = `20${Date.now()}${Math.floor(Math.random() * 1000)}`;
  meta.templates = [GREETING];
  await connectWhatsapp(server, meta, admin);
});

const list = (person = ana) => call(server, '/api/whatsapp/templates', { cookie: person.cookie });
const reads = () => meta.asked.filter((asked) => asked.includes('message_templates')).length;

const named = (change: Partial<MetaTemplate>): MetaTemplate => ({
  ...GREETING,
  ...{ id: '2', name: 'con_nombres', language: 'es', parameter_format: 'NAMED' },
  components: [{ type: 'BODY', text: 'Hola {{nombre}}, ¿seguís con {{plan}}?' }],
  ...change,
});

test('approved ones that can be sent from here are listed, read at most once a minute', async () => {
  meta.templates.push(
    named({ name: 'sin_aprobar', status: 'PENDING' }),
    named({ name: 'con_foto', components: [{ type: 'HEADER', format: 'IMAGE' }, ...GREETING.components] }),
    ...Array.from({ length: 120 }, (_, n) => named({ name: `otra_${String(n).padStart(3, '0')}` })),
  );
  const before = reads();
  const [first, second] = await Promise.all([list(), list(admin)]);
  expect(first.status).toBe(200);
  expect(first.json.templates).toHaveLength(121);
  expect(first.json.templates.at(-1)).toEqual({
    ...{ name: 'retomar_consulta', language: 'es_AR', category: 'UTILITY', fields: 2, header: null },
    body: 'Hola {{1}}, te escribimos por tu consulta sobre {{2}}. ¿Seguimos?',
    footer: 'Respondé cuando quieras',
  });
  expect(second.json).toEqual(first.json);
  expect((await list()).json).toEqual(first.json);
  // Two pages, once.
  expect(reads() - before).toBe(2);
});

test('what Meta does not give, and what is missing, is said in words', async () => {
  const { token } = meta;
  meta.token = 'another';
  const failed = await list();
  meta.token = token;
  expect([failed.status, failed.json.error.message]).toEqual([503, expect.stringContaining('no dio las plantillas')]);
  // A failure is not kept.
  expect((await list()).status).toBe(200);
  await connectWhatsapp(server, meta, admin, { business_account_id: null });
  const missing = await list();
  expect([missing.status, missing.json.error.message]).toEqual([409, expect.stringContaining('Falta el id')]);
  confirmNow(server, admin);
  await call(server, '/api/whatsapp', { method: 'DELETE', cookie: admin.cookie });
  expect((await list()).status).toBe(409);
});

test('one reaches a person long after their last word, filled, and its text is in the story', async () => {
  const person = someone();
  const lead = await leadWhoWrote(server, meta, person);
  ageMessages(server, lead, 50);
  const fields = ['Marta', 'el plan\nChat con IA'];
  const answer = await write(server, ana, lead, { template: 'retomar_consulta', fields });
  const text =
    'Hola Marta, te escribimos por tu consulta sobre el plan Chat con IA. ¿Seguimos?\n\nRespondé cuando quieras';
  expect([answer.status, answer.json.message]).toMatchObject([202, { kind: 'template', body: text }]);
  await expectOurs(server, ana, lead, [{ status: 'sent', body: text }]);
  expect(meta.sent.filter(({ to }) => to === person.number)).toMatchObject([
    {
      type: 'template',
      template: {
        name: 'retomar_consulta',
        language: { code: 'es_AR' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Marta' },
              { type: 'text', text: 'el plan Chat con IA' },
            ],
          },
        ],
      },
    },
  ]);
});

test('one with named places is filled in their order', async () => {
  meta.templates = [named({})];
  const lead = await leadWhoWrote(server, meta);
  await write(server, ana, lead, { template: 'con_nombres', language: 'es', fields: ['Ana', 'Bot'] });
  await expectOurs(server, ana, lead, [{ status: 'sent', body: 'Hola Ana, ¿seguís con Bot?' }]);
});

test.each([
  ['an unknown name', { template: 'no_hay', fields: [] }, 'template'],
  ['another language', { template: 'retomar_consulta', language: 'pt_BR', fields: ['a', 'b'] }, 'language'],
  ['too few fields', { template: 'retomar_consulta', fields: ['a'] }, 'fields'],
  ['too many fields', { template: 'retomar_consulta', fields: ['a', 'b', 'c'] }, 'fields'],
  ['no language where there are several', { template: 'con_nombres', fields: ['a', 'b'] }, 'language'],
])('%s is refused by its name', async (_, body, field) => {
  meta.templates = [GREETING, named({}), named({ language: 'en' })];
  const lead = await leadWhoWrote(server, meta);
  const { status, json } = await write(server, ana, lead, body);
  expect([status, Object.keys(json.error.fields)]).toEqual([422, [field]]);
  await expectOurs(server, ana, lead, []);
});

test('a press that was taken is answered although Meta no longer answers', async () => {
  const lead = await leadWhoWrote(server, meta);
  const key = crypto.randomUUID();
  const body = { template: 'retomar_consulta', fields: ['a', 'b'] };
  const first = await write(server, ana, lead, body, key);
  const { token } = meta;
  meta.token = 'another';
  meta.businessAccountId = '1';
  const second = await write(server, ana, lead, body, key);
  meta.token = token;
  expect([second.status, second.json.message.id]).toEqual([202, first.json.message.id]);
});

test('one that was withdrawn since fails in place', async () => {
  const lead = await leadWhoWrote(server, meta);
  await list();
  meta.templates = [];
  await write(server, ana, lead, { template: 'retomar_consulta', fields: ['a', 'b'] });
  await expectOurs(server, ana, lead, [{ status: 'failed', reason: 'Esa plantilla ya no está aprobada.' }]);
});

describe('in a day', () => {
  beforeEach(() => whileDayLasts(DEFAULT_ZONE));

  const greet = { template: 'retomar_consulta', fields: ['Marta', 'un plan'] };

  /** Stores messages of today from a template, as written. */
  const pretend = (count: number, author: { id: string }, lead: number) =>
    withDatabase(server, (db) => {
      const insert = db.prepare(
        `INSERT INTO messages (lead_id, phone_key, direction, kind, body, author_id, template, at)
         VALUES (?, 'x', 'out', 'template', 'Hola', ?, '{}', ?)`,
      );
      for (let n = 0; n < count; n++) insert.run(lead, author.id, new Date().toISOString());
    });

  const told = () => ({
    mails: readDeliveries(server, 'mail').filter(({ event }) => event === 'mail.template_spending').length,
    entries: withDatabase(server, (db) =>
      db.prepare("SELECT actor_email FROM audit_events WHERE type = 'template_spending'").pluck().all(),
    ),
  });

  test('an author may send half of what all may, and administrators are told at half', async () => {
    withDatabase(server, (db) => db.prepare("UPDATE messages SET at = '2026-01-01T00:00:00.000Z'").run());
    const lead = await leadWhoWrote(server, meta);
    pretend(99, ana, lead);
    expect(told()).toEqual({ mails: 0, entries: [] });
    const hundredth = await Promise.all([1, 2, 3].map(() => write(server, ana, lead, greet, crypto.randomUUID())));
    expect(hundredth.map(({ status }) => status).sort()).toEqual([202, 429, 429]);
    const refused = await write(server, ana, lead, greet);
    expect([refused.status, refused.json.error.code]).toEqual([429, 'too_many']);
    expect(refused.json.error.message).toContain('Mañana podés de nuevo');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(24 * 60 * 60);
    // Free texts cost nothing.
    expect((await write(server, ana, lead, 'Hola')).status).toBe(202);
    expect(told()).toEqual({ mails: 1, entries: [ana.email] });

    const program = makeToken(server, { name: 'n8n', scopes: ['messages'] });
    pretend(99, program, lead);
    const path = `/api/leads/${lead}/messages`;
    const key = { 'idempotency-key': 'la-ultima' };
    const last = await callAs(server, program, path, { body: greet, headers: key });
    const more = await callAs(server, program, path, { body: greet });
    const others = await write(server, admin, lead, greet);
    expect([last.status, more.status, others.status]).toEqual([202, 429, 429]);
    for (const { json } of [more, others]) expect(json.error.message).toContain('Mañana se puede de nuevo');
    expect(more.json.error.detail).toContain('All messages from a template');
    // What was taken is not refused when it is sent again.
    expect((await callAs(server, program, path, { body: greet, headers: key })).status).toBe(202);
    expect(told()).toEqual({ mails: 1, entries: [ana.email] });
  });

  test('and the next day again', async () => {
    const lead = await leadWhoWrote(server, meta);
    const startOfToday = startOfDay(dayIn(DEFAULT_ZONE, Date.now()), DEFAULT_ZONE);
    withDatabase(server, (db) =>
      db
        .prepare('UPDATE messages SET at = ? WHERE template IS NOT NULL')
        .run(new Date(Date.parse(startOfToday) - 1).toISOString()),
    );
    expect((await write(server, ana, lead, greet)).status).toBe(202);
    withDatabase(server, (db) => db.prepare('UPDATE messages SET at = ? WHERE template IS NOT NULL').run(startOfToday));
    expect((await write(server, ana, lead, greet)).status).toBe(429);
  });
});
