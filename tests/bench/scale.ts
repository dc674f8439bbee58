import { makePerson } from '../support/accounts.ts';
import { call } from '../support/http.ts';
import { fillWithLeads } from '../support/many-leads.ts';
import { startServer } from '../support/server.ts';

const MANY = Number(process.env.BENCH_LEADS ?? 1_000_000);
const TIMES = Number(process.env.BENCH_TIMES ?? 40);
/** The first requests compile code, so they are not measured. */
const BEFORE_IT_COUNTS = 200;

const SETS = [
  { name: 'mil', count: 1000, skewed: false },
  { name: 'un millón', count: MANY, skewed: false },
  { name: 'un millón, casi todos iguales', count: MANY, skewed: true },
];

/** A saved view of every kind; with a thousandth of the leads unlike the others, some are of few. */
const VIEWS = [
  'owner=none&orden=antiguos',
  'estado=en_seguimiento&owner=none',
  'idle=30&orden=sin_actividad',
  'source=crm_manual&plan=none&pais=Chile',
  'agenda=vencidos&owner=none',
];

/** Every combination of the specification's filters, the further ones with what they are asked for with, and the counters. */
const PATHS = [...combine(), ...combineFurther(), '/api/leads/counters', '/api/views'];

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
    const { cookie } = makePerson(server);
    for (const query of VIEWS)
      await call(server, '/api/views', { cookie, body: { name: query.slice(0, 40), query } });
    servers.push({ name, server, cookie });
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
  const lists = rows.filter(({ pedido }) => pedido.startsWith('/api/leads?'));
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
  console.table(slowest.slice(0, 12));
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

/** Each of the further filters alone, with filters that many or few match, and in each order that is not the usual one. */
function combineFurther(): string[] {
  const today = Date.now();
  const day = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10);
  const further = [
    'owner=none',
    'owner=me',
    'source=crm_manual',
    'source=landing',
    'plan=chat-ia',
    'plan=none',
    'lost_reason=precio',
    'idle=7',
    'idle=180',
    'idle=270',
    'idle=700',
    `from=${day(7)}`,
    `from=${day(30)}&to=${day(10)}`,
    `from=${day(365)}`,
    'from=2020-01-01&to=2030-01-01',
    'agenda=hoy',
    'agenda=vencidos',
    'agenda=proximos',
    'contacto=pendiente&owner=none',
    'owner=none&source=landing&plan=none',
    'reached=contactado',
    'answered=60m',
    'hour=2-21',
    'open=yes',
  ];
  const others = [
    '',
    'estado=en_seguimiento',
    'pais=Chile&client_type=constructora',
    'estado=nuevo&source=crm_manual',
  ];
  const orders = [
    '',
    'orden=mas_notas',
    'orden=menos_notas',
    'orden=proximo_contacto',
    'orden=sin_actividad',
    'orden=con_actividad',
  ];
  return ['', ...further].flatMap((filter) =>
    others.flatMap((other) =>
      (filter.startsWith('agenda') ? [''] : orders).map(
        (order) => `/api/leads?${[filter, other, order].filter(Boolean).join('&')}`,
      ),
    ),
  );
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
