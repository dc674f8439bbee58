import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { getDb } from '~/server/database/connection';
import { getSettings } from '~/server/env';
import { isErasedMessage, isFromErased, removeOldMarks } from '~/server/leads/erasure/erased-marks';
import { auditedFilters } from '~/server/leads/list/filters';
import { phoneKey } from '~/server/leads/same-person/contact-keys';
import { emailKey } from '~/shared/leads/email-key';
import { migrations } from '../../db/migrate';
import { contactsOf, makeNumberMatcher } from '../../db/person/contacts';
import { countErased, erasePerson, previewErasure } from '../../db/person/erase';
import { findPersonData } from '../../db/person/export';
import { replayErasures } from '../../db/person/replay-erasures';
import { ownDatabase, provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();
const list = `${ownDatabase}.olvidados`;
const mailDir = mkdtempSync(join(tmpdir(), 'crm-mails-'));
afterAll(() => {
  rmSync(list, { force: true });
  rmSync(mailDir, { recursive: true });
});

function makeLead(nombre: string, email: string, whatsapp: string | null = null): number {
  const row = {
    nombre,
    email: email || null,
    whatsapp,
    email_key: email ? emailKey(email) : null,
    phone_key: phoneKey(whatsapp, 'Argentina'),
  };
  return Number(
    getDb()
      .prepare(
        `INSERT INTO leads (nombre, email, email_key, whatsapp, phone_key, source, created_at)
         VALUES (:nombre, :email, :email_key, :whatsapp, :phone_key, 'landing', '2026-01-01T00:00:00.000Z')`,
      )
      .run(row).lastInsertRowid,
  );
}
const rows = (sql: string) => getDb().prepare(sql).pluck().all();

test('what comes for a person while she is being erased goes, too: it is read in the transaction that removes it', () => {
  // Longer than what the sealed texts of the list may contain by chance.
  makeLead('Anastasia Pazolini', 'anastasia@pazolini.example.com');
  const order = { email: 'anastasia@pazolini.example.com', mailDir };
  const { erasure } = erasePerson(getDb(), order, () => {
    makeLead('Anastasia Pazolini, otra vez', 'anastasia@pazolini.example.com');
  });
  expect(erasure.leads).toHaveLength(2);
  expect(rows('SELECT id FROM leads')).toEqual([]);
  expect(rows('SELECT count(*) FROM erasures')).toEqual([1]);
  expect(readFileSync(list, 'utf8')).not.toMatch(/anastasia|pazolini/i);
});

test('what may be hers and is known by something else is offered, and goes only where it is chosen', () => {
  rmSync(list);
  const own = makeLead('Eva Luz', 'eva@luz.example.com', '+5491155550001');
  const twin = makeLead('E. L.', 'otra@luz.example.com', '+5491155550001');
  const stranger = makeLead('Omar', 'omar@x.example.com', '+5491155550002');
  getDb().exec(`
    INSERT INTO lead_events (lead_id, type, field, from_value, to_value, created_at)
      VALUES (${own}, 'changed', 'email', 'antes@luz.example.com', 'eva@luz.example.com', '2026-01-02T00:00:00.000Z');
    INSERT INTO companies (name, lead_id, created_at)
      VALUES ('Luz Propiedades', ${own}, '2026-01-02T00:00:00.000Z'), ('Otra', ${stranger}, '2026-01-02T00:00:00.000Z');
    INSERT INTO audit_events (type, company_id, to_value, created_at)
      VALUES ('company_created', 1, 'Luz Propiedades', '2026-01-02T00:00:00.000Z');
    INSERT INTO saved_views (name, query, shared, position, created_at) VALUES
      ('Ella', 'q=Eva%20L', 1, 0, '2026-01-02T00:00:00.000Z'), ('Número', 'q=1155550001', 1, 1, '2026-01-02T00:00:00.000Z'),
      ('Para Éva', 'estado=nuevo', 1, 2, '2026-01-02T00:00:00.000Z'), ('Evaluar', 'q=casas', 1, 3, '2026-01-02T00:00:00.000Z')`);
  const former = makeLead('Su hermano', 'antes@luz.example.com');
  const order = { email: 'eva@luz.example.com', mailDir };
  const { related, leads } = previewErasure(getDb(), order);
  expect(leads).toEqual([own]);
  expect(related).toEqual({
    leads: [{ id: twin, nombre: 'E. L.', email: 'otra@luz.example.com' }],
    emails: ['antes@luz.example.com'],
    companies: [{ id: 1, name: 'Luz Propiedades' }],
    views: ['Ella', 'Número', 'Para Éva'].map((name, index) => ({ id: index + 1, name })),
  });
  expect(existsSync(list)).toBe(false);

  // Ids that were not offered are ignored.
  const also = { leads: [twin, stranger], emails: ['omar@x.example.com'], companies: [1, 2], views: [2, 4] };
  const { erasure } = erasePerson(getDb(), { ...order, also });
  expect(erasure.leads.toSorted()).toEqual([own, twin]);
  expect(rows('SELECT id FROM leads ORDER BY id')).toEqual([stranger, former]);
  expect(rows('SELECT name FROM companies ORDER BY id')).toEqual(['Inmobiliaria 1', 'Otra']);
  expect(rows('SELECT to_value FROM audit_events')).toEqual([null]);
  expect(rows('SELECT name FROM saved_views ORDER BY id')).toEqual(['Ella', 'Para Éva', 'Evaluar']);
});

test('the audit says that an export or a deletion of many searched, and no longer for whom, also where it did', () => {
  const write = getDb().prepare(
    "INSERT INTO audit_events (type, to_value, created_at) VALUES (?, ?, '2026-01-02T00:00:00.000Z')",
  );
  const written: [type: string, before: string | null, after: string | null][] = [
    ['leads_exported', 'q=o%27hara%2Bcasa%40sol.example.com&estado=nuevo', 'q=*&estado=nuevo'],
    ['leads_exported', 'estado=nuevo&q=Iris+Sol&pais=Chile', 'estado=nuevo&q=*&pais=Chile'],
    ['leads_deleted', '60 · q=341+555-0101', '60 · q=*'],
    ['leads_deleted', '60 · estado=nuevo', '60 · estado=nuevo'],
    ['leads_exported', null, null],
    ['company_created', 'q=Iris', 'q=Iris'],
  ];
  for (const [type, before] of written) write.run(type, before);
  getDb().exec(migrations.find(({ version }) => version === 119)?.sql ?? '');
  const types = [...new Set(written.map(([type]) => `'${type}'`))].join();
  expect(rows(`SELECT to_value FROM audit_events WHERE type IN (${types}) ORDER BY id DESC LIMIT 6`)).toEqual(
    written.map(([, , after]) => after).reverse(),
  );
  expect(auditedFilters({ q: "o'hara", estado: 'nuevo', tz: 'Europe/Madrid' })).toBe('q=*&estado=nuevo');
});

describe('a number', () => {
  test('is known however it is typed, and not within another', () => {
    const matches = makeNumberMatcher(['543415550101', '5215512345678'.replace('521', '52')]);
    for (const typed of [
      '+54 9 341 555-0101',
      '0341 15 555-0101',
      '(0341) 15-555.0101',
      '3415550101',
      '5493415550101',
      'p:+5493415550101',
      'Rosario, 2000: 0054 9 (341) 555 0101.',
      '44 (1) 55 12 34 56 78',
      '+52 1 55 1234 5678',
      '341 555 0102 / 341 555 0101',
    ])
      expect.soft(matches('', typed), typed).toBe(true);
    for (const typed of ['555-0101', '3425550101', '13415550101', '34155501012', '341 555 0102', '0101', ''])
      expect.soft(matches(typed, null), typed).toBe(false);
    const form = new URLSearchParams({ pais: 'AR', telefono: '02944 15 55-8317' });
    const { phones } = contactsOf(String(form), 'application/x-www-form-urlencoded');
    expect(makeNumberMatcher(['542944558317'])(...phones), 'as the form completes it').toBe(true);
    // Without its area code it is anybody's.
    expect(makeNumberMatcher(['5550101', '155550101'])('5550101', '155550101')).toBe(false);
  });

  const at = '2026-03-01T12:00:00.000Z';
  const NUMBER = '+54 9 341 555-0177';
  type Enquiry = { state?: string; id?: string; fields: Record<string, string>; lead?: number };

  function writeEnquiry({ state = 'invalid', id, fields, lead }: Enquiry): number {
    const body = new URLSearchParams(fields).toString();
    return Number(
      getDb()
        .prepare(
          `INSERT INTO enquiries (form_id, submission_id, body, content_type, remote_address, state, lead_id, received_at)
           VALUES ('contacto', ?, ?, 'application/x-www-form-urlencoded', '192.0.2.1', ?, ?, '${at}')`,
        )
        .run(id ?? null, body, state, lead ?? null).lastInsertRowid,
    );
  }

  function writeRows(...all: string[][]): void {
    const db = getDb();
    db.exec(
      `INSERT OR IGNORE INTO users (id, email, password_hash, created_at) VALUES ('u', 'u@x.example.com', 'x', '${at}')`,
    );
    db.exec(`INSERT OR IGNORE INTO imports (id, user_id, name, delimiter, columns, mapping, created_at, texts)
      VALUES (1, 'u', 'lista', ',', '["a","b","c"]', '[]', '${at}', '["x"]')`);
    all.forEach((cells, row) => {
      db.prepare('INSERT INTO import_rows (import_id, row, cells) VALUES (1, ?, ?)').run(
        row + 1,
        JSON.stringify(cells),
      );
    });
  }

  afterEach(() => {
    for (const table of ['leads', 'enquiries', 'import_rows', 'deliveries', 'saved_views'])
      getDb().exec(`DELETE FROM ${table}`);
  });

  test('finds what no email tells: refused forms, rows of files, messages, views, and other leads that name it', () => {
    const own = makeLead('Nora Quil', '', NUMBER);
    const other = makeLead('Vecina', 'vecina@x.example.com', '+5493415550178');
    const slip = { state: 'set_aside', fields: { email: 'otra@x.example.com', telefono: '0341 155550177' } };
    const goes = [
      writeEnquiry({ fields: { email: 'sin-arroba', telefono: '0341 15 555-0177', pais: 'AR' } }),
      writeEnquiry({ fields: { email: 'nora@mal.example.com', telefono: '3415550177' } }),
      writeEnquiry({ state: 'set_aside', fields: { email: '', telefono: '+5493415550177' } }),
    ];
    writeEnquiry(slip);
    writeEnquiry({ fields: { email: 'sin-arroba', telefono: '3415550178', mensaje: 'No es 3415550177' } });
    writeRows(
      ['Nora', '', '(0341) 15-555-0177'],
      ['Nora Q.', 'WhatsApp: 341 555-0177', 'interesada'],
      ['Otra', 'fila@x.example.com', '341 555-0177'],
      ['Vecina', 'vecina@x.example.com', '3415550178'],
      ['Omar', '3415550179', 'La recomendó Nora, que es 341 555-0177'],
    );
    const db = getDb();
    const deliver = db.prepare(
      `INSERT INTO deliveries (message_id, kind, event, lead_id, payload, state, planned_at, next_attempt_at, created_at)
       VALUES (?, 'webhook', 'x', ?, ?, 'failed', '${at}', '${at}', '${at}')`,
    );
    deliver.run('a', 987_654, JSON.stringify({ whatsapp: '+5493415550177' }));
    deliver.run('b', other, JSON.stringify({ whatsapp: '+5493415550178' }));
    db.exec(`INSERT INTO saved_views (name, query, shared, position, created_at) VALUES
      ('Llamar', 'q=341+555-0177', 1, 0, '${at}'), ('Otra', 'q=341+555-0178', 1, 1, '${at}')`);
    db.exec(`INSERT INTO lead_events (lead_id, type, field, from_value, to_value, created_at)
      VALUES (${other}, 'changed', 'whatsapp', '341 15 555-0177', '+5493415550178', '${at}')`);

    const order = { email: '', lead: own, mailDir };
    const found = previewErasure(db, order);
    expect(found.enquiries).toEqual(goes);
    expect(found.importRows.map(({ row }) => row)).toEqual([1, 2]);
    expect(found.related.emails).toEqual(['otra@x.example.com', 'fila@x.example.com']);
    expect(countErased(found)).toMatchObject({ leads: 1, deliveries: 1, views: 1, events: 1 });
    expect(found.namedIn).toEqual([other]);
    const told = findPersonData(db, { email: '', lead: own }, mailDir);
    expect(told).toMatchObject({ enquiries: goes.map((id) => ({ id })), import_rows: [{ row: 1 }, { row: 2 }] });

    erasePerson(db, { ...order, also: { emails: ['otra@x.example.com', 'fila@x.example.com'] } });
    expect(rows('SELECT body FROM enquiries').map(String)).toEqual([expect.stringContaining('3415550178')]);
    expect(rows('SELECT row FROM import_rows')).toEqual([4, 5]);
    expect(rows('SELECT name FROM saved_views')).toEqual(['Otra']);
    expect(rows(`SELECT to_value FROM lead_events WHERE field = 'whatsapp'`)).toEqual([null]);
  });

  test('that somebody else’s lead has too finds nothing by itself', () => {
    const own = makeLead('Nora Quil', 'nora@quil.example.com', NUMBER);
    makeLead('Su madre', 'madre@quil.example.com', NUMBER);
    writeEnquiry({ fields: { email: 'sin-arroba', telefono: NUMBER } });
    writeRows(['Quil', '', NUMBER], ['Su padre', 'padre@quil.example.com', NUMBER]);
    const order = { email: '', lead: own, mailDir };
    const { enquiries, importRows, related } = previewErasure(getDb(), order);
    expect([enquiries, importRows, related.leads]).toMatchObject([[], [], [{ nombre: 'Su madre' }]]);
    expect(related.emails, 'is offered with what came with it').toEqual(['padre@quil.example.com']);
    const also = { leads: related.leads.map(({ id }) => id), emails: related.emails };
    expect(countErased(previewErasure(getDb(), { ...order, also }))).toMatchObject({
      leads: 2,
      enquiries: 1,
      import_rows: 2,
    });
  });

  test('and a refused form leave a copy from before, too, that has no lead yet', () => {
    const id = crypto.randomUUID();
    const form = { email: 'nora@mal.example.com', telefono: 'x' };
    const refused = writeEnquiry({ id, fields: form });
    writeEnquiry({ id: crypto.randomUUID(), fields: { email: 'omar@x.example.com', telefono: 'x' } });
    writeEnquiry({ fields: { email: '', telefono: '0341 15-555-0177' } });
    writeRows(['Nora', '', '0341 15-555-0177 / 341 4444444']);
    const copy = join(mailDir, 'without-lead.sqlite');
    getDb().prepare('VACUUM INTO ?').run(copy);
    const lead = makeLead('Nora Quil', 'nora@bien.example.com', NUMBER);
    getDb().prepare('UPDATE leads SET submission_id = ? WHERE id = ?').run(id, lead);
    rmSync(list, { force: true });
    const { erasure } = erasePerson(getDb(), { email: 'nora@bien.example.com', mailDir });
    expect(erasure.enquiries).toContain(refused);
    const before = new Sqlite(copy);
    expect(replayErasures(before, list, getSettings().SECRETS_KEY_FILE)).toEqual({ done: 1, unreadable: 0 });
    const left = before.prepare('SELECT body FROM enquiries').pluck().all();
    expect(left).toEqual([expect.stringContaining('omar')]);
    expect(before.prepare('SELECT count(*) FROM import_rows').pluck().get()).toBe(0);
    before.close();
  });
});

test('a notice in MAIL_DIR goes with the lead that it links to, also where that has no email', async () => {
  const own = makeLead('Nora Quil', '');
  const folder = mkdtempSync(join(mailDir, 'notices-'));
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  async function write(name: string, text: string) {
    const { message } = await compose.sendMail({
      from: 'crm@x.example.com',
      to: 'ana@x.example.com',
      subject: 'Aviso',
      text,
    });
    writeFileSync(join(folder, name), message as Buffer);
  }
  const padding = 'un texto con una línea que sigue y sigue '.repeat(3);
  await write('own.eml', `Nora Quil\n${padding}https://crm.example.com/panel?estado=nuevo&lead=${own}\n`);
  await write('company.eml', `ñandú ñoño ¡áéíóú! Ñ: https://crm.example.com/users?crear=${own}`);
  await write('other.eml', `Omar: https://crm.example.com/panel?lead=${own}0`);
  const { mails } = previewErasure(getDb(), { email: '', lead: own, mailDir: folder });
  expect(mails.map((path) => basename(path)).sort()).toEqual(['company.eml', 'own.eml']);
  getDb().exec('DELETE FROM leads');
});

describe('what was written with a person', () => {
  const NUMBER = '5491155550007';
  const KEY = '541155550007';
  /** As Meta makes them: the number is in it. */
  const wamidOf = (number: string, name: string) =>
    `wamid.${Buffer.from(`\x1c\x18\r${number}\x15${name}`, 'latin1').toString('base64')}`;
  const part = (number: string, name: string) => ({
    changes: [
      {
        field: 'messages',
        value: {
          metadata: { display_phone_number: '5491140000000', phone_number_id: '1065' },
          contacts: [{ wa_id: number, profile: { name } }],
          messages: [{ from: number, id: wamidOf(number, name), type: 'text', text: { body: `Soy ${name}` } }],
        },
      },
    ],
  });
  const BODY = JSON.stringify({ object: 'x', entry: [part(NUMBER, 'Iris'), part('5491155550008', 'Omar')] });
  const at = '2026-03-01T12:00:00.000Z';

  function write(lead: number): void {
    const db = getDb();
    const message = db.prepare(
      `INSERT INTO messages (lead_id, phone_key, wamid, direction, kind, body, at)
       VALUES (:lead, :key, :wamid, :direction, 'text', :body, '${at}')`,
    );
    message.run({ lead, key: KEY, wamid: wamidOf(NUMBER, 'a'), direction: 'in', body: 'Hola, soy Iris' });
    message.run({
      lead: null,
      key: KEY,
      wamid: wamidOf(NUMBER, 'b'),
      direction: 'out',
      body: '¿Cómo va, Iris?',
    });
    message.run({ lead: null, key: '541155550009', wamid: 'otro', direction: 'out', body: 'A otra persona' });
    for (const [wamid, emoji] of [
      [wamidOf(NUMBER, 'a'), '👍'],
      [wamidOf(NUMBER, 'c'), '🎉'],
      ['otro', '🙂'],
    ]) {
      db.prepare(`INSERT INTO message_statuses (wamid, status, at) VALUES (?, 'read', '${at}')`).run(wamid);
      db.prepare(`INSERT INTO message_reactions (wamid, direction, emoji, at) VALUES (?, 'in', ?, '${at}')`).run(
        wamid,
        emoji,
      );
    }
    db.prepare(`INSERT INTO whatsapp_received (body, done, due_at, received_at) VALUES (?, 1, '${at}', '${at}')`).run(
      BODY,
    );
    const unknown = db.prepare(`INSERT INTO whatsapp_unknown (kind, body, received_at) VALUES ('flow', ?, '${at}')`);
    unknown.run(`{"from":"${NUMBER}"}`);
    unknown.run('{"from":"5491155550008"}');
    for (const key of [KEY, '541155550009'])
      db.prepare(`INSERT INTO silenced_numbers (phone_key, silenced_at) VALUES (?, '${at}')`).run(key);
  }

  afterEach(() => {
    for (const table of ['leads', 'messages', 'message_statuses', 'message_reactions', 'whatsapp_received'])
      getDb().exec(`DELETE FROM ${table}`);
    for (const table of ['whatsapp_unknown', 'silenced_numbers', 'erased_marks']) getDb().exec(`DELETE FROM ${table}`);
  });

  test('goes with them, and of others nothing', () => {
    const own = makeLead('Iris Sol', 'iris@sol.example.com', `+${NUMBER}`);
    const naming = makeLead('Vecina', 'vecina@sol.example.com');
    write(own);
    getDb()
      .prepare(
        `INSERT INTO messages (lead_id, phone_key, wamid, direction, kind, body, at)
         VALUES (?, '541155550010', 'vecina', 'in', 'text', 'Escríbanle a iris@sol.example.com', '${at}')`,
      )
      .run(naming);
    const { erasure } = erasePerson(getDb(), { email: 'iris@sol.example.com', mailDir });
    expect(countErased(erasure)).toMatchObject({ leads: 1, messages: 2 });
    expect(erasure.namedIn).toEqual([naming]);
    expect(rows('SELECT wamid FROM messages ORDER BY wamid')).toEqual(['otro', 'vecina']);
    expect(rows('SELECT wamid FROM message_statuses')).toEqual(['otro']);
    expect(rows('SELECT emoji FROM message_reactions')).toEqual(['🙂']);
    expect(rows('SELECT phone_key FROM silenced_numbers')).toEqual(['541155550009']);
    expect(rows('SELECT body FROM whatsapp_unknown')).toEqual(['{"from":"5491155550008"}']);
    const [left] = rows('SELECT body FROM whatsapp_received WHERE done = 0') as string[];
    expect(left).toContain('Soy Omar');
    expect(left).not.toMatch(new RegExp(`Iris|${NUMBER}|${wamidOf(NUMBER, 'Iris')}`));
  });

  test('makes nothing if it is told again; what they write later is a stranger’s', () => {
    write(makeLead('Iris Sol', 'iris@sol.example.com', `+${NUMBER}`));
    expect(isFromErased(NUMBER, at)).toBe(false);
    erasePerson(getDb(), { email: 'iris@sol.example.com', mailDir });
    expect(isFromErased(NUMBER, at)).toBe(true);
    expect(isFromErased('541155550007', at), 'however it is spelt').toBe(true);
    expect(isFromErased('5491155550008', at)).toBe(false);
    expect(isFromErased(NUMBER, new Date(Date.now() + 60_000).toISOString())).toBe(false);
    expect([isErasedMessage(wamidOf(NUMBER, 'a')), isErasedMessage('otro')]).toEqual([true, false]);
  });

  test('stays where somebody else has the same number, but for what is in the person’s own leads', () => {
    const own = makeLead('Iris Sol', 'iris@sol.example.com', `+${NUMBER}`);
    makeLead('Su madre', 'madre@sol.example.com', `+${NUMBER}`);
    write(own);
    erasePerson(getDb(), { email: 'iris@sol.example.com', mailDir });
    expect(rows('SELECT body FROM messages ORDER BY id')).toEqual(['¿Cómo va, Iris?', 'A otra persona']);
    expect(rows('SELECT body FROM whatsapp_received')).toEqual([BODY]);
    expect(rows('SELECT count(*) FROM silenced_numbers')).toEqual([2]);
    expect(isFromErased(NUMBER, at)).toBe(false);
    expect(isErasedMessage(wamidOf(NUMBER, 'a'))).toBe(true);
  });

  test('does not come back with a copy from before, nor by what is told again after it', () => {
    write(makeLead('Iris Sol', 'iris@sol.example.com', `+${NUMBER}`));
    const copy = join(mailDir, 'before.sqlite');
    getDb().prepare('VACUUM INTO ?').run(copy);
    const before = new Sqlite(copy);
    rmSync(list, { force: true });
    erasePerson(getDb(), { email: 'iris@sol.example.com', mailDir });
    expect(replayErasures(before, list, getSettings().SECRETS_KEY_FILE)).toEqual({ done: 1, unreadable: 0 });
    const copied = (sql: string) => before.prepare(sql).pluck().all();
    expect(copied('SELECT body FROM messages')).toEqual(['A otra persona']);
    expect(copied('SELECT wamid FROM message_statuses')).toEqual(['otro']);
    expect(copied('SELECT phone_key FROM silenced_numbers')).toEqual(['541155550009']);
    expect(copied('SELECT body FROM whatsapp_received').join()).not.toContain('Iris');
    const marks = rows('SELECT hex(mark) FROM erased_marks');
    expect(copied('SELECT hex(mark) FROM erased_marks').every((mark) => marks.includes(mark))).toBe(true);
    expect(copied('SELECT count(*) FROM erased_marks')).toEqual([1]);
    before.close();
  });

  test('is no longer marked when nothing of it can be told again', async () => {
    write(makeLead('Iris Sol', 'iris@sol.example.com', `+${NUMBER}`));
    erasePerson(getDb(), { email: 'iris@sol.example.com', mailDir });
    await removeOldMarks();
    expect(isFromErased(NUMBER, at)).toBe(true);
    await removeOldMarks(Date.now() + 201 * 86_400_000);
    expect(rows('SELECT count(*) FROM erased_marks')).toEqual([0]);
  });
});
