import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import Sqlite from 'better-sqlite3';
import { makePerson } from '../support/accounts.ts';
import { findFreePort, startServer } from '../support/server.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 20_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CLIENTS = [1, 16];

type Case = { name: string; method: 'GET' | 'PATCH' | 'POST'; path: string; bodies?: string[] };

const cases: Case[] = [
  { name: 'lista, las 50 más nuevas', method: 'GET', path: '/api/leads' },
  { name: 'lista, un filtro', method: 'GET', path: '/api/leads?estado=contactado' },
  {
    name: 'lista, tres filtros',
    method: 'GET',
    path: '/api/leads?estado=ganado&pais=Argentina&client_type=otros',
  },
  { name: 'contadores', method: 'GET', path: '/api/leads/counters' },
  {
    name: 'crear lead',
    method: 'POST',
    path: '/api/leads',
    bodies: ['{"nombre":"Iris","email":"iris@x.example.com"}'],
  },
  {
    name: 'cambiar estado',
    method: 'PATCH',
    path: '/api/leads/1',
    bodies: ['{"estado":"ganado"}', '{"estado":"perdido"}'],
  },
];

/**
 * The product's API beside a floor of bare node:http and better-sqlite3 on a database of the same content, with the
 * same durability and a session look-up. Both run all the time; the measurements alternate.
 */
export async function runApiBench(): Promise<void> {
  const product = await startServer({ env: { RATE_LIMIT_SCALE: '1000000' } });
  fill(product.databasePath);
  const { cookie } = makePerson(product);
  const floorPath = join(product.folder, 'floor.sqlite');
  const copy = new Sqlite(product.databasePath);
  await copy.backup(floorPath);
  copy.close();
  const floorPort = await findFreePort();
  const floor = spawn(process.execPath, [join('tests', 'bench', 'floor.ts'), floorPath, String(floorPort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(floor.stdout, 'data');
  try {
    console.log(`\n${LEADS} leads, ${SECONDS} s por medición; pedidos por segundo y p99 en ms`);
    const rows: Record<string, string | number>[] = [];
    for (const bench of cases) {
      for (const connections of CLIENTS) {
        const base = await measure(`http://localhost:${floorPort}`, bench, connections, { cookie });
        const own = await measure(product.url, bench, connections, { cookie, origin: product.url });
        rows.push({
          caso: bench.name,
          clientes: connections,
          piso: Math.round(base.rate),
          producto: Math.round(own.rate),
          cociente: (own.rate / base.rate).toFixed(2),
          'p99 piso': base.p99,
          'p99 producto': own.p99,
        });
      }
    }
    console.table(rows);
  } finally {
    floor.kill();
    await product.stop();
  }
}

async function measure(url: string, bench: Case, connections: number, headers: Record<string, string>) {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    headers: { ...headers, ...(bench.bodies && { 'content-type': 'application/json' }) },
    // In turn, so that every request has something to change.
    requests: (bench.bodies ?? [undefined]).map((body) => ({
      method: bench.method,
      path: bench.path,
      ...(body && { body }),
    })),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${bench.name}: ${result.non2xx} refusals and ${result.errors} errors at ${url}`);
  }
  return { rate: result.requests.average, p99: result.latency.p99 };
}

/** The same leads each time: their content follows from their number. */
function fill(path: string): void {
  const db = new Sqlite(path, { timeout: 5000 });
  const estados = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'];
  const paises = ['Argentina', 'México', 'España', 'Chile', null];
  const tipos = ['profesional', 'inmobiliaria', 'constructora', 'otros'];
  const insert = db.prepare(
    `INSERT INTO leads (nombre, email, email_key, whatsapp, estado, pais, client_type, source, mensaje, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'landing', ?, ?)`,
  );
  db.transaction(() => {
    for (let i = 0; i < LEADS; i++) {
      const email = `persona${i}@correo.example.com`;
      const at = new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString();
      const message = `Consulta número ${i}: quiero saber cómo funciona el asistente.`;
      // Multipliers without a common factor, so that every combination of filters occurs.
      insert.run(
        `Persona ${i}`,
        email,
        email,
        `+54911${String(i).padStart(8, '0')}`,
        estados[(i * 7) % 5] as string,
        paises[(i * 3 + (i >> 3)) % 5] as string | null,
        tipos[(i + (i >> 2)) % 4] as string,
        message,
        at,
      );
    }
  })();
  db.close();
}
