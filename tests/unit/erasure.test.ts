import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { getDb } from '~/server/database/connection';
import { emailKey, phoneKey } from '~/server/leads/contact-keys';
import { erasePerson, foreseeErasure } from '../../db/person/erase';
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
  makeLead('Ana Paz', 'ana@paz.example.com');
  const order = { email: 'ana@paz.example.com', mailDir };
  const { erasure } = erasePerson(getDb(), order, () => {
    makeLead('Ana Paz, otra vez', 'ana@paz.example.com');
  });
  expect(erasure.leads).toHaveLength(2);
  expect(rows('SELECT id FROM leads')).toEqual([]);
  expect(rows('SELECT count(*) FROM erasures')).toEqual([1]);
  expect(readFileSync(list, 'utf8')).not.toMatch(/ana|paz/i);
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
  const { related, leads } = foreseeErasure(getDb(), order);
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
