import { describe, expect, test } from 'vitest';
import { flushSomeWords } from '../../db/search-index';
import { makePerson } from '../support/accounts';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { upload } from '../support/imports';
import { provideServer } from '../support/provide';
import { storeMessage } from '../support/stored-messages';

const server = provideServer();

const crm = (...args: string[]) => runCrm(args, { DATABASE_PATH: server.databasePath });

test('export person: one person’s data come whole: leads, notes, what was sent, and no secret', async () => {
  const person = makePerson(server, { email: 'vera@a.example.com' });
  await submitEnquiry(server, { ...validEnquiry, email: 'VERA@a.example.com' });
  await submitEnquiry(server, { ...validEnquiry, email: 'otra@a.example.com' });
  const { out } = await crm('export', 'person', '--email', 'vera@a.example.com');
  const data = JSON.parse(out);
  expect(data.leads).toMatchObject([{ nombre: validEnquiry.nombre, events: [{ type: 'created' }] }]);
  expect(data.enquiries).toMatchObject([
    {
      consent: expect.stringMatching(/^Al enviar se acepta .+ \(Política de privacidad del .+ de 20\d\d\)$/),
    },
  ]);
  expect(data.account).toMatchObject({ id: person.id, roles: [], sessions: [{}] });
  expect(out).not.toMatch(/otra@a|argon2|hash/);
  expect((await crm('export', 'person', '--email', 'nadie@a.example.com')).code).toBe(1);
});

test('export person: their conversations come with ticks and reactions, and what of them lies elsewhere', async () => {
  const { cookie } = makePerson(server);
  const whatsapp = '+54 9 341 555-0101';
  const made = await call(server, '/api/leads', {
    cookie,
    body: { nombre: 'Irma', email: 'irma@a.example.com', whatsapp },
  });
  const lead = made.json.lead.id;
  const number = '543415550101';
  storeMessage(server, { lead, number, text: 'Busco algo con patio' });
  storeMessage(server, { lead, number, text: 'Tengo dos para mostrarte', direction: 'out' });
  storeMessage(server, { lead: null, number, text: 'Antes de que fuera un lead', direction: 'out' });
  storeMessage(server, { lead: null, number: '543415550102', text: 'De otra persona', direction: 'out' });
  withDatabase(server, (db) =>
    db.exec(`INSERT INTO silenced_numbers (phone_key, silenced_at) VALUES ('${number}', '2026-11-01T12:00:00.000Z');
      INSERT INTO whatsapp_unknown (kind, body, received_at)
        VALUES ('flow', '{"from":"5493415550101"}', '2026-11-01T12:00:00.000Z'),
               ('flow', '{"from":"5493415550102"}', '2026-11-01T12:00:00.000Z')`),
  );
  const { out } = await crm('export', 'person', '--lead', String(lead));
  const data = JSON.parse(out);
  expect(data.leads[0].conversation).toMatchObject([
    { direction: 'in', body: 'Busco algo con patio', number, reactions: [{ emoji: '👍' }] },
    { direction: 'out', body: 'Tengo dos para mostrarte', status: { status: 'read' } },
  ]);
  expect(data.messages_without_lead).toMatchObject([{ body: 'Antes de que fuera un lead' }]);
  expect(data.silenced).toMatchObject([{ number }]);
  expect(data.webhooks).toMatchObject([{ body: '{"from":"5493415550101"}' }]);
  expect(out).not.toContain('De otra persona');
});

describe('erase', () => {
  /** Every table that contains this text. */
  const tablesWith = (text: string) =>
    withDatabase(server, (db) =>
      (db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[]).filter((table) =>
        db
          .prepare(`SELECT * FROM "${table}"`)
          .raw()
          .all()
          .some((row) => (row as unknown[]).some((value) => String(value).includes(text))),
      ),
    );

  test('finds refused forms, rows of files and searches, however the number is typed, and an export tells of them', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    const own = { ...validEnquiry, nombre: 'Wexnora Quil', mensaje: 'Wexmensaje' };
    const submission_id = crypto.randomUUID();
    const refused = { ...own, submission_id, email: 'wexnora@mistyped.example.com', telefono: 'x' };
    await submitEnquiry(server, refused);
    await submitEnquiry(server, { ...own, submission_id, email: 'wexnora@quil.example.com', telefono: '11 4777-0177' });
    await submitEnquiry(server, { ...own, email: 'wexnora', telefono: '011 15 4777-0177' });
    await submitEnquiry(server, { ...validEnquiry, nombre: 'Otra', email: 'otra', telefono: '11 4777-0178' });
    const file = ['Nombre;Email;Teléfono', 'Wexnora;;(011) 15-4777-0177', 'Se queda;;11 4777-0178'].join('\n');
    expect((await upload(server, admin, file)).status).toBe(201);
    for (const q of ['wexnora', 'wexnora@quil.example.com', '4777-0177'])
      expect(
        (await call(server, `/api/leads/export?${new URLSearchParams({ q })}`, { cookie: admin.cookie })).status,
      ).toBe(200);

    const data = JSON.parse((await crm('export', 'person', '--email', 'wexnora@quil.example.com')).out);
    expect(data.enquiries.map(({ state }: { state: string }) => state)).toEqual(['invalid', 'accepted', 'invalid']);
    expect(data.import_rows).toMatchObject([{ cells: expect.stringContaining('Wexnora') }]);
    expect((await crm('erase', '--email', 'wexnora@quil.example.com', '--yes')).code).toBe(0);
    // Without their first letter, which an index may leave out; three letters stand in any random id.
    for (const text of ['exnora', 'exmensaje', '4777-0177', '47770177']) expect(tablesWith(text), text).toEqual([]);
    expect(tablesWith('4777-0178')).toEqual(['enquiries', 'import_rows']);
  });

  test('leaves an account, and says where it is removed', async () => {
    const person = makePerson(server);
    const { code, out } = await crm('erase', '--email', person.email, '--yes');
    expect([code, out]).toEqual([0, expect.stringContaining('Su cuenta queda')]);
    expect((await call(server, '/api/leads', { cookie: person.cookie })).status).toBe(200);
  });
});

test('purge takes what somebody sent along with the lead that was made of it', async () => {
  const emails = ['vencida@purga.example.com', 'reciente@purga.example.com'];
  for (const email of emails)
    await submitEnquiry(server, { ...validEnquiry, nombre: `Qzjx${email.split('@')[0]}`, email });
  const kept = () =>
    withDatabase(server, (db) => {
      const states = db.prepare(
        `SELECT (SELECT count(*) FROM leads WHERE email = :email) AS leads,
                (SELECT count(*) FROM enquiries WHERE body LIKE '%' || :name || '%') AS enquiries`,
      );
      return emails.map((email) => states.get({ email, name: email.split('@')[0] }));
    });
  const [expired, recent] = ['2020-01-01T00:00:00.000Z', new Date().toISOString()];
  withDatabase(server, (db) => {
    const hide = db.prepare('UPDATE leads SET deleted_at = ? WHERE email = ?');
    hide.run(expired, emails[0]);
    hide.run(recent, emails[1]);
  });
  const blocks = () =>
    withDatabase(server, (db) =>
      db.prepare("SELECT count(*) FROM lead_words_data WHERE instr(block, CAST('vencida' AS BLOB)) > 0").pluck().get(),
    );
  withDatabase(server, (db) => {
    while (flushSomeWords(db));
  });
  expect(blocks()).not.toBe(0);
  expect((await crm('purge')).code).toBe(0);
  expect(blocks(), 'its words have left the search, too').toBe(0);
  expect(kept()).toEqual([
    { leads: 0, enquiries: 0 },
    { leads: 1, enquiries: 1 },
  ]);
});
