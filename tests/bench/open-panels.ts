import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePerson } from '../support/accounts.ts';
import { withDatabase } from '../support/database.ts';
import { call } from '../support/http.ts';
import { openStream } from '../support/live.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { readCpu, readMemory } from './load.ts';
import { fillRealistically } from './realistic-leads.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const PANELS = 50;
const CHANGES_A_SECOND = 2;
const LEADS = Number(process.env.BENCH_LEADS ?? 100_000);
/** As src/crm/panel/useReads.ts asks. */
const ASK_EVERY_MS = 1000;
const SPREAD_MS = 250;
/** What the panels show, by turns. */
const LISTS = [
  '',
  'owner=me',
  'agenda=dia&owner=me',
  'estado=nuevo',
  'contacto=pendiente',
  'pais=Chile&estado=contactado',
];

/**
 * Measures what fifty open panels cost the server while two leads a second change: each is told, and asks again for
 * what it shows.
 */
export async function runOpenPanelsBench(): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'crm-bench-'));
  const first = await startServer({ folder });
  await first.stop({ keep: true });
  fillRealistically(first.databasePath, LEADS);
  const server = await startServer({ folder, env: { RATE_LIMIT_SCALE: '1000000' } });
  try {
    const people = Array.from({ length: PANELS }, () => makePerson(server));
    const pid = server.process.pid as number;
    const before = readMemory(pid).now;
    const panels = await Promise.all(
      people.map((person, n) => openPanel(server, person.cookie, LISTS[n % LISTS.length] ?? '')),
    );
    const measure = async (changes: number) => {
      for (const panel of panels) Object.assign(panel, { times: [], bytes: 0 });
      const cpu = readCpu(pid);
      await change(server, people[0]?.cookie ?? '', changes);
      return {
        cpu: (readCpu(pid) - cpu) / SECONDS / 10,
        times: panels.flatMap(({ times }) => times).sort((a, b) => a - b),
      };
    };
    const calm = await measure(0);
    const busy = await measure(CHANGES_A_SECOND);
    const rows = [
      {
        'CPU en calma, %': round(calm.cpu),
        'CPU con dos cambios por segundo, %': round(busy.cpu),
        'memoria, MB': round(readMemory(pid).now - before),
        'preguntas por segundo': round(busy.times.length / SECONDS),
        'respuesta p50, ms': round(busy.times[Math.floor(busy.times.length / 2)] ?? 0),
        'respuesta p99, ms': round(busy.times[Math.floor(busy.times.length * 0.99)] ?? 0),
        'por panel y minuto, KB': round((panels.reduce((sum, { bytes }) => sum + bytes, 0) / PANELS / SECONDS) * 0.06),
      },
    ];
    await Promise.all(panels.map(({ close }) => close()));
    console.log(`\n${PANELS} paneles abiertos, ${LEADS} leads`);
    console.table(rows);
    return rows;
  } finally {
    await server.stop();
  }
}

type OpenPanel = { times: number[]; bytes: number; close: () => Promise<void> };

async function openPanel(server: TestServer, cookie: string, query: string): Promise<OpenPanel> {
  let isOpen = true;
  const panel: OpenPanel = { times: [], bytes: 0, close: async () => {} };
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | undefined;
  let endedAt = 0;
  let since = 0;
  const spread = Math.random() * SPREAD_MS;
  const plan = () => {
    if (!isDue || timer || !isOpen) return;
    const wait = Math.max(endedAt + ASK_EVERY_MS, since + spread) - performance.now();
    timer = setTimeout(
      () => {
        asking = ask();
      },
      Math.max(wait, 0),
    );
  };
  const ask = async () => {
    isDue = false;
    const startedAt = performance.now();
    panel.bytes += await readBytes(`${server.url}/api/leads/panel?rows=50&${query}`, cookie);
    endedAt = performance.now();
    panel.times.push(endedAt - startedAt);
    timer = undefined;
    plan();
  };
  const stream = await openStream(server, cookie, {
    listen: ({ event, data }) => {
      panel.bytes += data.length;
      if (event !== 'leads') return;
      if (!isDue) since = performance.now();
      isDue = true;
      plan();
    },
  });
  panel.close = async () => {
    isOpen = false;
    clearTimeout(timer);
    await asking;
    stream.close();
  };
  return panel;
}

/** The bytes of an answer as a browser gets it. */
function readBytes(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { cookie, 'accept-encoding': 'br, gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    })
      .on('error', reject)
      .end();
  });
}

async function change(server: TestServer, cookie: string, aSecond: number): Promise<void> {
  const ids = withDatabase(server, (db) =>
    db.prepare('SELECT id FROM leads WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 200').pluck().all(),
  ) as number[];
  const endsAt = performance.now() + SECONDS * 1000;
  for (let n = 0; performance.now() < endsAt; n++) {
    if (aSecond > 0) {
      const estado = ['contactado', 'en_seguimiento'][n % 2];
      await call(server, `/api/leads/${ids[n % ids.length]}`, { cookie, method: 'PATCH', body: { estado } });
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 / (aSecond || 1)));
  }
}

const round = (value: number) => Math.round(value * 100) / 100;
