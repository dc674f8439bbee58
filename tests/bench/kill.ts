import Sqlite from 'better-sqlite3';
import { makePerson } from '../support/accounts.ts';
import { call, submitEnquiry, validEnquiry } from '../support/http.ts';
import { startServer, type TestServer } from '../support/server.ts';

const KILLS = Number(process.env.BENCH_KILLS ?? 200);
const CLIENTS = 4;
const MAX_WRITES_BEFORE_KILL = 40;

/**
 * Kills the server repeatedly while four clients write, on the same database, and compares the acknowledged writes with
 * the stored ones.
 * @throws if anything is lost, duplicated or damaged.
 */
export async function runKillBench(): Promise<unknown[]> {
  const acknowledged = new Set<string>();
  let sent = 0;
  let server = await startServer({ env: { LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/' } });
  const { cookie } = makePerson(server);
  for (let kill = 1; kill <= KILLS; kill++) {
    const before = acknowledged.size;
    // Varies the moment of the kill within a write by the number of answers before it.
    const enough = before + 1 + ((kill * 7) % MAX_WRITES_BEFORE_KILL);
    await Promise.all(Array.from({ length: CLIENTS }, () => writeUntilDead(enough)));
    await server.exited;
    server = await startServer({ folder: server.folder, env: { LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/' } });
    if (kill % 20 === 0 || kill === KILLS) process.stdout.write(`\r${kill} de ${KILLS} muertes `);
  }
  await server.stop({ keep: true });
  const result = inspect(server.databasePath, acknowledged);
  console.log();
  const rows = [{ muertes: KILLS, enviados: sent, confirmados: acknowledged.size, ...result }];
  console.table(rows);
  const { perdidos, dobles, 'sin entrega': undelivered, daños } = result;
  if (perdidos + dobles + undelivered + daños > 0) throw new Error('what was acknowledged did not survive');
  return rows;

  async function writeUntilDead(enough: number): Promise<void> {
    for (;;) {
      const email = `eco-${sent++}@a.example.com`;
      const ok = await write(server, email, sent % 2 === 0).catch(() => false);
      if (!ok) return;
      acknowledged.add(email);
      if (acknowledged.size >= enough) server.process.kill('SIGKILL');
    }
  }

  async function write(to: TestServer, email: string, byHand: boolean): Promise<boolean> {
    if (!byHand) return (await submitEnquiry(to, { ...validEnquiry, email })).status === 303;
    return (await call(to, '/api/leads', { cookie, body: { nombre: 'Eco', email } })).status === 201;
  }
}

function inspect(path: string, acknowledged: Set<string>) {
  const db = new Sqlite(path, { readonly: true });
  const count = (sql: string) => Number(db.prepare(sql).pluck().get());
  const stored = new Set(db.prepare('SELECT email FROM leads').pluck().all() as string[]);
  const result = {
    guardados: stored.size,
    perdidos: [...acknowledged].filter((email) => !stored.has(email)).length,
    dobles: count('SELECT count(*) FROM leads') - stored.size,
    'sin entrega': count(
      'SELECT count(*) FROM leads WHERE NOT EXISTS (SELECT 1 FROM deliveries WHERE lead_id = leads.id)',
    ),
    daños:
      (db.pragma('integrity_check') as { integrity_check: string }[]).filter((row) => row.integrity_check !== 'ok')
        .length +
      (db.pragma('foreign_key_check') as unknown[]).length +
      Math.abs(count('SELECT sum(total) FROM lead_counters') - stored.size),
  };
  db.close();
  return result;
}
