import { beforeAll, describe, expect, test } from 'vitest';
import { provideOwnDatabase } from '../support/own-database';

/** A Tuesday, 2 pm in Buenos Aires. */
const NOW = Date.parse('2026-11-24T17:00:00.000Z');
const TODAY = '2026-11-24';
const STAFF = ['Clara Montes', 'Bruno Sosa', 'Lucía Paredes', 'Damián Acuña'];

provideOwnDatabase();

const open = async () => (await import('~/server/database/connection')).getDb();
let list: (sql: string) => unknown[];
let count: (sql: string) => number;

beforeAll(async () => {
  const { seedDemo } = await import('../../db/seed/demo');
  const db = await open();
  expect((await seedDemo(NOW)).map(({ role }) => role)).toEqual(['Administrador', 'Equipo', 'Coordinador']);
  list = (sql) => db.prepare(sql).pluck().all();
  count = (sql) => Number(list(sql)[0]);
});

describe('the demonstration', () => {
  test('is a database as the product keeps it', async () => {
    const { checkDatabase } = await import('../../db/checks/check-database');
    const bad = [...checkDatabase(await open())].filter(({ result }) => result === 'bad');
    expect(bad).toEqual([]);
  });

  test('is a year of enquiries, more of them each quarter, in the evenings and on Sundays, too', () => {
    const between = (from: string, to: string) =>
      count(`SELECT count(*) FROM leads WHERE source = 'landing' AND created_at >= '${from}' AND created_at < '${to}'`);
    expect(count('SELECT count(*) FROM leads')).toBeGreaterThan(800);
    expect(between('2026-08-24', '2026-11-24')).toBeGreaterThan(1.3 * between('2025-11-24', '2026-02-24'));
    const share = (part: string) =>
      count(
        `SELECT 100 * avg(${part}) FROM (SELECT datetime(created_at, '-3 hours') AS at FROM leads WHERE source = 'landing')`,
      );
    expect(share("strftime('%H', at) BETWEEN '19' AND '23'")).toBeGreaterThan(22);
    expect(share("strftime('%H', at) BETWEEN '02' AND '06'")).toBeLessThan(8);
    expect(share("strftime('%w', at) = '0'")).toBeGreaterThan(7);
  });

  test('tells what happened in its order, by who worked the lead, and nothing of the future', () => {
    const wrong = {
      future: `SELECT type FROM lead_events WHERE created_at > '2026-11-24T17:00:00.000Z'`,
      'before the lead came': `SELECT nombre FROM lead_events JOIN leads ON leads.id = lead_id
        WHERE lead_events.created_at < leads.created_at`,
      'ids out of order': `SELECT id FROM (SELECT id, created_at, lag(created_at) OVER (ORDER BY id) AS before FROM lead_events)
        WHERE before > created_at AND id NOT IN (SELECT id FROM lead_events WHERE type = 'company_made')`,
      'a status from nowhere': `SELECT lead_id FROM (
          SELECT lead_id, field, from_value, lag(to_value) OVER (PARTITION BY lead_id, field ORDER BY id) AS was
          FROM lead_events WHERE type = 'changed')
        WHERE from_value IS NOT coalesce(was, iif(field = 'estado', 'nuevo', NULL))`,
      'a status that is not the last': `SELECT id FROM leads WHERE estado <> coalesce(
          (SELECT to_value FROM lead_events WHERE lead_id = leads.id AND field = 'estado' ORDER BY id DESC LIMIT 1), 'nuevo')`,
      'a note by somebody else': `SELECT body FROM lead_notes JOIN leads ON leads.id = lead_id
        WHERE author_id <> owner_id AND import_id IS NULL`,
      'answered before anybody knew': `SELECT nombre FROM leads WHERE first_contacted_at < created_at`,
      'lost without a reason': `SELECT nombre FROM leads WHERE (estado = 'perdido') <> (lost_reason IS NOT NULL)`,
      'won without a plan and how it is paid': `SELECT nombre FROM leads WHERE estado = 'ganado' AND billing IS NULL`,
      'no customer, and won': `SELECT nombre FROM leads WHERE client_type = 'otros' AND estado = 'ganado'`,
      'closed, and planned': `SELECT nombre FROM leads WHERE estado IN ('ganado', 'perdido') AND next_contact_on IS NOT NULL`,
      'a number that nobody can dial': 'SELECT whatsapp FROM leads WHERE whatsapp IS NOT NULL AND phone_key IS NULL',
      'a message that no story shows, or twice': `SELECT body FROM messages WHERE 1 <> (SELECT count(*) FROM lead_events
        WHERE lead_id = messages.lead_id AND type IN ('message_sent', 'message_received') AND to_value = messages.id
          AND created_at = at)`,
      'written before the lead was known': `SELECT nombre FROM leads WHERE first_contacted_at >
        (SELECT min(at) FROM messages WHERE lead_id = leads.id AND direction = 'out')`,
      'an unfilled text': `SELECT body FROM (SELECT body FROM lead_notes UNION ALL SELECT mensaje FROM leads)
        WHERE body LIKE '%{%' OR body LIKE '%undefined%'`,
      'mail that would be delivered': `SELECT email FROM (SELECT email FROM leads UNION ALL SELECT email FROM agents
        UNION ALL SELECT email FROM users) WHERE email NOT LIKE '%.example.com'`,
    };
    for (const [name, sql] of Object.entries(wrong)) expect(list(sql), name).toEqual([]);
    const authors = 'SELECT DISTINCT name FROM lead_notes JOIN profiles ON profiles.id = author_id ORDER BY 1';
    expect(list(authors)).toEqual([...STAFF].sort());
    expect(list("SELECT name FROM profiles WHERE status = 'pending'")).toEqual(['Sofía Beltrán']);
  });

  test('has something to do now, and in every picture', () => {
    expect(list("SELECT nombre FROM leads WHERE estado = 'nuevo' AND created_at > '2026-11-24T16:55'")).toHaveLength(2);
    const older = `SELECT count(*) FROM leads
      WHERE estado = 'nuevo' AND first_contacted_at IS NULL AND deleted_at IS NULL AND created_at < '2026-11-24T16:55'`;
    expect(count(older)).toBeGreaterThanOrEqual(4);
    expect(count(older)).toBeLessThan(12);
    for (const is of ['=', '<', '>']) {
      expect(count(`SELECT count(*) FROM leads WHERE next_contact_on ${is} '${TODAY}'`), is).toBeGreaterThan(1);
    }
    const values = (column: string) => list(`SELECT DISTINCT ${column} FROM leads WHERE ${column} IS NOT NULL`).length;
    const found = ['estado', 'lost_reason', 'plan', 'billing', 'client_type', 'pais', 'source', 'owner_id'].map(values);
    expect(found).toEqual([5, 6, 4, 2, 4, 9, 5, STAFF.length]);
    expect(count('SELECT count(*) FROM leads WHERE awaiting_reply_since IS NOT NULL')).toBe(3);
    expect(count('SELECT count(DISTINCT lead_id) FROM messages')).toBe(7);
    expect(list("SELECT nombre FROM leads WHERE source = 'whatsapp' ORDER BY created_at")).toEqual([
      'Belén Ocampo',
      'Facundo Lema',
    ]);
    expect(count('SELECT count(*) FROM leads WHERE repeated = 1')).toBeGreaterThan(10);
    expect(count('SELECT count(*) FROM leads WHERE deleted_at IS NOT NULL')).toBe(3);
    expect(count('SELECT count(lead_id) FROM companies')).toBeGreaterThan(10);
    expect(
      list(
        "SELECT name FROM companies WHERE id = (SELECT company_id FROM profiles JOIN users USING (id) WHERE email = 'coordinacion@demo.example.com')",
      ),
    ).toEqual(['Inmobiliaria Costanera']);
  });

  test('does not repeat itself on a screen, and is the same each time', async () => {
    const { simulateYear } = await import('../../db/seed/year');
    const newest = 'FROM leads WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 50';
    expect(count(`SELECT count(DISTINCT nombre) FROM (SELECT nombre ${newest})`)).toBeGreaterThan(47);
    expect(
      count(
        `SELECT max(total) FROM (SELECT count(*) AS total FROM (SELECT mensaje ${newest}) WHERE mensaje IS NOT NULL GROUP BY mensaje)`,
      ),
    ).toBe(1);
    const workers = [
      { id: 'uno', since: 0, part: 1 },
      { id: 'dos', since: 0, part: 1 },
    ];
    const year = (now: number) => simulateYear(workers, 'uno', now);
    expect(year(NOW)).toEqual(year(NOW));
    const people = (now: number) => new Set(year(now).map(({ lead }) => lead.nombre));
    const known = people(NOW);
    // At any hour of the week.
    for (const hours of [7, 100, 131, 1500, 4000]) {
      const later = people(NOW + hours * 3_600_000);
      expect([...known].filter((name) => !later.has(name)).length, `${hours} h later`).toBeLessThan(40);
    }
  });
});
