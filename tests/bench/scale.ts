import { makePerson } from '../support/accounts.ts';
import { fillWithLeads } from '../support/many-leads.ts';
import { startServer } from '../support/server.ts';

const MANY = Number(process.env.BENCH_LEADS ?? 1_000_000);
const TIMES = 40;
/** The first requests compile code, so they are not measured. */
const BEFORE_IT_COUNTS = 200;

const SETS = [
  { name: 'mil', count: 1000, skewed: false },
  { name: 'un millón', count: MANY, skewed: false },
  { name: 'un millón, casi todos iguales', count: MANY, skewed: true },
];

/** Every combination of filters, and the counters. */
const PATHS = [...combine(), '/api/leads/counters'];

type Medians = Record<string, number>;

/**
 * Measures every list and the counters with a thousand leads, with a million, and with a million that are nearly all
 * alike, so that matches are rare. The servers are asked in turn, so that a slow moment of the machine affects all of
 * them. A short list has less to send, so none may take longer than the slowest list of a thousand leads.
 */
export async function runScaleBench(): Promise<unknown[]> {
  const servers = [];
  for (const { name, count, skewed } of SETS) {
    const fresh = await startServer();
    await fresh.stop({ keep: true });
    fillWithLeads(fresh.databasePath, count, { skewed });
    const server = await startServer({ folder: fresh.folder });
    servers.push({ name, server, cookie: makePerson(server).cookie });
  }
  try {
    for (let n = 0; n < BEFORE_IT_COUNTS; n++) {
      for (const { server, cookie } of servers) await ask(server.url + PATHS[0], cookie);
    }
    const rows: ({ pedido: string } & Medians)[] = [];
    for (const path of PATHS) {
      const times = servers.map((): number[] => []);
      for (let n = 0; n < TIMES; n++) {
        for (const [index, { server, cookie }] of servers.entries()) {
          const startedAt = performance.now();
          await ask(server.url + path, cookie);
          if (n >= TIMES / 4) times[index]?.push(performance.now() - startedAt);
        }
      }
      const medians = Object.fromEntries(
        servers.map(({ name }, index) => [name, middle(times[index] ?? [])]),
      );
      rows.push({ pedido: path, ...medians } as { pedido: string } & Medians);
    }
    return [...rows, ...print(rows)];
  } finally {
    for (const { server } of servers) await server.stop();
  }
}

function print(rows: ({ pedido: string } & Medians)[]) {
  const [base = ''] = SETS.map(({ name }) => name);
  const lists = rows.filter(({ pedido }) => !pedido.includes('counters'));
  const counters = rows.filter(({ pedido }) => pedido.includes('counters'));
  const longest = (of: typeof rows, name: string) => Math.max(...of.map((row) => row[name] ?? 0));
  const summary = SETS.map(({ name }) => ({
    leads: name,
    'lista más lenta, ms': longest(lists, name).toFixed(2),
    'lista: cociente': (longest(lists, name) / longest(lists, base)).toFixed(2),
    'contadores, ms': longest(counters, name).toFixed(2),
    'contadores: cociente': (longest(counters, name) / longest(counters, base)).toFixed(2),
  }));
  console.log(`\n${lists.length} listas y los contadores, medianas de ${TIMES * 0.75} pedidos`);
  console.table(summary);
  const slowest = [...lists].sort(
    (a, b) => longest([b], SETS[2]?.name ?? '') - longest([a], SETS[2]?.name ?? ''),
  );
  console.table(slowest.slice(0, 3));
  return summary;
}

function combine(): string[] {
  const choices: Record<string, (string | null)[]> = {
    estado: [null, 'nuevo', 'ganado'],
    pais: [null, 'Argentina', 'Chile'],
    client_type: [null, 'otros', 'constructora'],
    creados: [null, '7d'],
    contacto: [null, 'pendiente'],
    orden: [null, 'antiguos'],
  };
  let queries: string[][] = [[]];
  for (const [name, values] of Object.entries(choices)) {
    queries = queries.flatMap((query) =>
      values.map((value) => (value === null ? query : [...query, `${name}=${encodeURIComponent(value)}`])),
    );
  }
  return queries.map((query) => `/api/leads?${query.join('&')}`);
}

async function ask(url: string, cookie: string): Promise<void> {
  const answer = await fetch(url, { headers: { cookie } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}

function middle(times: number[]): number {
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return Math.round(median * 100) / 100;
}
