import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makePerson } from '../support/accounts.ts';
import { findFreePort, startServer, type TestServer } from '../support/server.ts';
import { type Case, makeCases } from './cases.ts';
import { type Load, measure, readMemory } from './load.ts';
import { fillRealistically } from './realistic-leads.ts';

const SIZES = (process.env.BENCH_LEADS ?? '1000,100000').split(',').map(Number);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const ONLY = process.env.BENCH_CASE;
const CLIENTS = [1, 16];
/** Rounds per measurement, floor and product in turn; the median counts. */
const ROUNDS = 3;

/** The result for one kind of request at this many leads and clients. */
export type ApiRow = {
  leads: number;
  caso: string;
  tipo: Case['kind'];
  clientes: number;
  piso: Load;
  producto: Load;
};

/**
 * Measures every kind of request against a floor of bare node:http and better-sqlite3 on the same database file, with a
 * thousand believable leads and with a hundred thousand. Both servers run throughout; the measurements alternate.
 */
export async function runApiBench(): Promise<unknown[]> {
  const rows: ApiRow[] = [];
  const memory = [];
  for (const leads of SIZES) {
    const env = { RATE_LIMIT_SCALE: '1000000', TRUSTED_PROXY_HOPS: '1' };
    const filled = await startServer({ env });
    await filled.stop({ keep: true });
    fillRealistically(filled.databasePath, leads);
    const product = await startServer({ env, folder: filled.folder });
    const floor = await startFloor(product.databasePath);
    try {
      rows.push(...(await compare(product, floor, leads)));
      memory.push({ leads, ...readMemory(product.process.pid as number) });
    } finally {
      floor.stop();
      await product.stop();
    }
  }
  print(rows);
  console.log('Memoria residente del producto después de todo, en MB');
  console.table(memory);
  return [...rows, ...memory];
}

/** Starts the floor on a database; resolves once it answers. */
export async function startFloor(databasePath: string) {
  const port = await findFreePort();
  const floor = spawn(process.execPath, [join('tests', 'bench', 'floor.ts'), databasePath, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(floor.stdout, 'data');
  return { url: `http://localhost:${port}`, pid: floor.pid as number, stop: () => floor.kill() };
}

async function compare(product: TestServer, floor: { url: string; pid: number }, leads: number) {
  const rows: ApiRow[] = [];
  const { cookie, email } = makePerson(product);
  const db = new Sqlite(product.databasePath, { readonly: true });
  const cases = makeCases(db, email);
  db.close();
  const targets = {
    piso: { ...floor, headers: { cookie } },
    producto: {
      url: product.url,
      pid: product.process.pid as number,
      headers: { cookie, origin: product.url },
    },
  };
  // Warm-up: compiles the code that every case needs.
  const [first] = cases;
  if (first) for (const target of Object.values(targets)) await measure(target, first, 16, 3);
  for (const bench of cases.filter(({ name }) => !ONLY || name.includes(ONLY))) {
    for (const clientes of CLIENTS) {
      const loads: { piso: Load[]; producto: Load[] } = { piso: [], producto: [] };
      // Warm-up: prepares statements, compiles code, and rehashes a weak password hash.
      await measure(targets.producto, bench, 1, 1);
      for (let round = 0; round < ROUNDS; round++) {
        loads.piso.push(await measure(targets.piso, bench, clientes, SECONDS));
        loads.producto.push(await measure(targets.producto, bench, clientes, SECONDS));
      }
      rows.push({
        leads,
        caso: bench.name,
        tipo: bench.kind,
        clientes,
        piso: middle(loads.piso),
        producto: middle(loads.producto),
      });
    }
  }
  return rows;
}

function middle(loads: Load[]): Load {
  const sorted = [...loads].sort((a, b) => a.rate - b.rate);
  return sorted[Math.floor(sorted.length / 2)] as Load;
}

function print(rows: ApiRow[]): void {
  console.log(`\nPedidos por segundo y milisegundos; ${ROUNDS} veces ${SECONDS} s por medición, la del medio`);
  console.table(
    rows.map(({ leads, caso, clientes, piso, producto }) => ({
      leads,
      caso,
      clientes,
      piso: Math.round(piso.rate),
      producto: Math.round(producto.rate),
      cociente: ratio(producto.rate, piso.rate),
      'p50 piso': piso.p50.toFixed(2),
      'p50 producto': producto.p50.toFixed(2),
      'p99 piso': piso.p99.toFixed(1),
      'p99 producto': producto.p99.toFixed(1),
      'p99 cociente': ratio(producto.p99, piso.p99),
      'CPU ms': producto.cpu.toFixed(2),
    })),
  );
}

const ratio = (a: number, b: number) => (a / b).toFixed(2);
