import { withDatabase } from './database.ts';
import type { TestServer } from './server';

type NewCompany = {
  name?: string;
  country?: string | null;
  plan?: 'FREE' | 'PRO';
  status?: 'active' | 'inactive';
  created_at?: string;
};

/** Inserts a company; returns its id. */
export function makeCompany(server: TestServer, company: NewCompany = {}): number {
  const { lastInsertRowid } = withDatabase(server, (db) =>
    db
      .prepare('INSERT INTO companies (name, country, plan, status, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(
        company.name ?? 'Inmobiliaria de prueba',
        company.country ?? null,
        company.plan ?? 'FREE',
        company.status ?? 'active',
        company.created_at ?? new Date().toISOString(),
      ),
  );
  return Number(lastInsertRowid);
}

/** Inserts agents regardless of the plan's limit; returns their ids. */
export function makeAgents(
  server: TestServer,
  companyId: number,
  count: number,
  status: 'active' | 'suspended' = 'active',
): number[] {
  return withDatabase(server, (db) => {
    const insert = db.prepare(
      'INSERT INTO agents (name, email, status, company_id, created_at) VALUES (?, ?, ?, ?, ?)',
    );
    const before = db.prepare('SELECT count(*) FROM agents').pluck().get() as number;
    const insertAll = db.transaction(() =>
      Array.from({ length: count }, (_, index) => {
        const number = before + index + 1;
        const at = new Date().toISOString();
        return Number(
          insert.run(`Agente ${number}`, `agente${number}@x.example.com`, status, companyId, at).lastInsertRowid,
        );
      }),
    );
    return insertAll();
  });
}
