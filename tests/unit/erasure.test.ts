import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { getDb } from '~/server/database/connection';
import { getSettings } from '~/server/env';
import { isErasedMessage, isFromErased, removeOldMarks } from '~/server/leads/erasure/erased-marks';
import { emailKey, phoneKey } from '~/server/leads/same-person/contact-keys';
import { countErased, erasePerson, previewErasure } from '../../db/person/erase';
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
    email,
    whatsapp,
    email_key: emailKey(email),
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

test('the audit forgets whom an export or a deletion of many looked for', () => {
  const email = "o'hara+casa@sol.example.com";
  const others = 'q=mao%27hara%2Bcasa%40sol.example.com';
  const write = getDb().prepare(
    "INSERT INTO audit_events (type, to_value, created_at) VALUES (?, ?, '2026-01-02T00:00:00.000Z')",
  );
  const asked = `${new URLSearchParams({ q: `de ${email}`, estado: 'nuevo' })}`;
  write.run('leads_exported', asked);
  write.run('leads_deleted', `60 · ${asked}`);
  write.run('leads_exported', others);
  const { audit } = erasePerson(getDb(), { email, mailDir }).erasure;
  expect(audit).toHaveLength(2);
  const types = "type IN ('leads_exported', 'leads_deleted')";
  expect(rows(`SELECT to_value FROM audit_events WHERE ${types} ORDER BY id`)).toEqual([null, null, others]);
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
