import { makePerson } from '../support/accounts.ts';
import { call } from '../support/http.ts';
import { startServer } from '../support/server.ts';
import { fillRealistically } from './realistic-leads.ts';

const MANY = Number(process.env.BENCH_LEADS ?? 1_000_000);
/** Requests per list: many for the specification's, which are fast, fewer for the others. */
const TIMES = { specified: 40, further: 8, report: 3 };
/** Warm-up requests, which compile code. */
const BEFORE_IT_COUNTS = 200;

const SETS = [
  { name: 'mil', count: 1000 },
  { name: 'cien mil', count: 100_000 },
  { name: 'un millón', count: MANY },
];
type Kind = 'specified' | 'further' | 'report';
type Medians = { tipo: Kind; pedido: string } & Record<string, number | string>;

/** A saved view of every kind. */
const VIEWS = [
  'owner=none&orden=antiguos',
  'estado=en_seguimiento&owner=none',
  'idle=30&orden=sin_actividad',
  'source=crm_manual&plan=none&pais=Chile',
  'agenda=vencidos&owner=none',
];

/**
 * Measures the specification's lists with their counters, every other list, and the reports, with a thousand believable
 * leads, a hundred thousand, and a million. Servers are asked in turn, so that a slow moment of the machine affects
 * all. A short list sends less, so each is compared with the slowest at a thousand leads.
 */
export async function runScaleBench(): Promise<unknown[]> {
  const servers = [];
  for (const { name, count } of SETS) {
    const fresh = await startServer();
    await fresh.stop({ keep: true });
    fillRealistically(fresh.databasePath, count);
    const server = await startServer({ folder: fresh.folder });
    const { cookie } = makePerson(server);
    for (const query of VIEWS) await call(server, '/api/views', { cookie, body: { name: query.slice(0, 40), query } });
    servers.push({ name, server, cookie });
  }
  const paths: [Kind, string[]][] = [
    ['specified', [...combineSpecified(), '/api/leads/counters']],
    ['further', [...combine(), ...combineFurther(), '/api/views']],
    ['report', listReports()],
  ];
  try {
    for (let n = 0; n < BEFORE_IT_COUNTS; n++) {
      for (const { server, cookie } of servers) await ask(`${server.url}/api/leads`, cookie);
    }
    const rows: Medians[] = [];
    for (const [tipo, pedidos] of paths) {
      for (const pedido of pedidos) {
        const times = servers.map((): number[] => []);
        // The first of each is a warm-up that prepares the statement.
        for (let n = 0; n <= TIMES[tipo]; n++) {
          for (const [index, { server, cookie }] of servers.entries()) {
            const startedAt = performance.now();
            await ask(server.url + pedido, cookie);
            if (n > 0) times[index]?.push(performance.now() - startedAt);
          }
        }
        const medians = servers.map(({ name }, index) => [name, middle(times[index] ?? [])]);
        rows.push({ tipo, pedido, ...Object.fromEntries(medians) });
      }
    }
    return print(rows);
  } finally {
    for (const { server } of servers) await server.stop();
  }
}

/** Prints and returns a summary, and the slowest. */
function print(rows: Medians[]) {
  const [base = ''] = SETS.map(({ name }) => name);
  const longest = (tipo: Kind, name: string) =>
    Math.max(...rows.filter((row) => row.tipo === tipo).map((row) => Number(row[name])));
  const summary = SETS.map(({ name }) => ({
    leads: name,
    'lista de la especificación más lenta, ms': longest('specified', name).toFixed(2),
    cociente: (longest('specified', name) / longest('specified', base)).toFixed(2),
    'otra lista más lenta, ms': longest('further', name).toFixed(2),
    'informe más lento, ms': longest('report', name).toFixed(2),
  }));
  console.log(`\n${rows.length} listas, totales e informes; la mediana de cada uno`);
  console.table(summary);
  const many = SETS.at(-1)?.name ?? '';
  const slowest = rows.toSorted((a, b) => Number(b[many]) - Number(a[many])).slice(0, 15);
  console.table(slowest);
  return [...summary, ...slowest];
}

/** Every list, and the counters. */
export function listPaths(): string[] {
  return [...combineSpecified(), '/api/leads/counters', ...combine(), ...combineFurther()];
}

/** The specification's three filters, alone and together. */
function combineSpecified(): string[] {
  const choices = [
    ['', 'estado=nuevo', 'estado=ganado'],
    ['', 'pais=Argentina', 'pais=Chile'],
    ['', 'client_type=otros', 'client_type=constructora'],
  ];
  let queries: string[][] = [[]];
  for (const values of choices) queries = queries.flatMap((query) => values.map((value) => [...query, value]));
  return queries.map((query) => `/api/leads?${query.filter(Boolean).join('&')}`);
}

function listReports(): string[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return [`/api/reports?from=${day(365)}&to=${day(0)}`, `/api/reports?from=${day(30)}&to=${day(0)}`];
}

function combine(): string[] {
  const choices: Record<string, (string | null)[]> = {
    estado: [null, 'nuevo'],
    pais: [null, 'Chile'],
    client_type: [null, 'constructora'],
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

/** Each further filter alone, with filters that match many or few, and in each order but the default. */
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
    'answered=60m',
    'open=yes',
  ];
  const others = ['', 'estado=en_seguimiento', 'pais=Chile&client_type=constructora', 'estado=nuevo&source=crm_manual'];
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
