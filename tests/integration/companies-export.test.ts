import { describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { makeAgents, makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { provideProvenPerson, provideServer } from '../support/provide';

const server = provideServer();
const admin = provideProvenPerson(server, { roles: ['admin'] });

describe('the spreadsheets', () => {
  test('hold every agency and agent once, quoted, with formulas made harmless', async () => {
    const id = makeCompany(server, { name: '=HYPERLINK("http://x")', country: 'Ñu, Perú' });
    makePerson(server, {
      roles: ['coordinator'],
      companyId: id,
      name: '+Coral',
      email: 'coral.csv@x.example.com',
    });
    const [first] = makeAgents(server, id, 2);
    withDatabase(server, (db) =>
      db.prepare("UPDATE agents SET name = ' @suma', status = 'suspended' WHERE id = ?").run(first),
    );
    const companies = await call(server, '/api/companies/export', { cookie: admin.cookie });
    expect(companies.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(companies.headers.get('content-disposition')).toMatch(
      /^attachment; filename="inmobiliarias-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(companies.headers.get('cache-control')).toBe('no-store');
    const lines = companies.text.split('\r\n');
    expect(lines[0]).toMatch(/^Número,Nombre,País,Plan,Estado,/);
    expect(lines.at(-2)).toMatch(
      new RegExp(
        `^${id},"'=HYPERLINK\\(""http://x""\\)","Ñu, Perú",FREE,Activa,[^,]+,'\\+Coral,coral.csv@x.example.com,2,1$`,
      ),
    );
    const total = withDatabase(server, (db) => db.prepare('SELECT count(*) FROM companies').pluck().get());
    expect(lines).toHaveLength(Number(total) + 2);

    const agents = (await call(server, '/api/agents/export', { cookie: admin.cookie })).text.split('\r\n');
    expect(agents.find((line) => line.startsWith(`${first},`))).toMatch(
      new RegExp(`^${first}," '@suma",[^,]+,Suspendido,[^,]+,${id},"'=HYPERLINK`),
    );
  });

  test('begin with a byte order mark, reach past one slice, and leave an entry in the audit', async () => {
    const id = makeCompany(server, { plan: 'PRO' });
    makeAgents(server, id, 1100);
    const response = await fetch(`${server.url}/api/agents/export`, { headers: { cookie: admin.cookie } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const total = withDatabase(server, (db) => db.prepare('SELECT count(*) FROM agents').pluck().get());
    const ids = bytes
      .toString()
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
    expect(new Set(ids).size).toBe(total);
    const entries = withDatabase(server, (db) =>
      db.prepare("SELECT actor_email FROM audit_events WHERE type = 'agents_exported'").pluck().all(),
    );
    expect(entries).toContain(admin.email);
  });
});
