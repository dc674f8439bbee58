import { spawn } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makePerson } from '../support/accounts.ts';
import { spawnServer, startServer, type TestServer } from '../support/server.ts';
import { startFloor } from './api.ts';
import { readTreeMemory } from './load.ts';
import { fillRealistically } from './realistic-leads.ts';

const SIZES = [0, 100_000];
const STARTS = 7;

/** Start-up time in ms and memory in MB at this many leads; `piso`: the floor's. */
export type FootprintRow = {
  leads: number;
  'Node vacío, ms': number;
  'piso: primera lista, ms': number;
  'primera lista, ms': number;
  'primera landing, ms': number;
  'piso: memoria, MB': number;
  'memoria al arrancar, MB': number;
  'con el panel abierto, MB': number;
  'después de un informe, MB': number;
};

/** Measures how soon the product answers after its start, and its memory and disk use, against the floor. */
export async function runFootprintBench(): Promise<unknown[]> {
  const rows: FootprintRow[] = [];
  for (const leads of SIZES) {
    const first = await startServer();
    await first.stop({ keep: true });
    if (leads > 0) fillRealistically(first.databasePath, leads);
    const bare = await timeStarts(() => startBareNode());
    const { folder, databasePath } = first;
    const floorList = await timeStarts(() => startFloorAndAsk(databasePath));
    const list = await timeStarts(() => startAndAsk(folder, '/api/leads'));
    const landing = await timeStarts(() => startAndAsk(folder, '/'));
    const server = await startServer({ folder });
    const { cookie } = makePerson(server);
    const pid = server.process.pid as number;
    const ask = (url: string, path: string) =>
      fetch(url + path, { headers: { cookie } }).then((answer) => answer.text());
    const floor = await startFloor(databasePath);
    await ask(floor.url, '/api/leads');
    const floorMemory = readTreeMemory(floor.pid);
    floor.stop();
    await ask(server.url, '/api/leads');
    const idle = readTreeMemory(pid);
    await ask(server.url, '/panel');
    const used = readTreeMemory(pid);
    await ask(server.url, `/api/reports?from=${daysAgo(365)}&to=${daysAgo(0)}`);
    const reported = readTreeMemory(pid);
    await server.stop();
    rows.push({
      leads,
      'Node vacío, ms': bare,
      'piso: primera lista, ms': floorList,
      'primera lista, ms': list,
      'primera landing, ms': landing,
      'piso: memoria, MB': floorMemory,
      'memoria al arrancar, MB': idle,
      'con el panel abierto, MB': used,
      'después de un informe, MB': reported,
    });
  }
  console.log(`\nDesde que se lanza hasta la primera respuesta, la mediana de ${STARTS} arranques`);
  console.table(rows);
  const sizes = [
    { carpeta: 'dist', MB: megabytes('dist') },
    {
      carpeta: 'node_modules (también lo que sólo hace falta para construir y probar)',
      MB: megabytes('node_modules'),
    },
  ];
  console.table(sizes);
  return [...rows, ...sizes];
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function startFloorAndAsk(databasePath: string): Promise<() => Promise<void>> {
  const floor = await startFloor(databasePath);
  await fetch(`${floor.url}/api/leads`).then((answer) => answer.text());
  return async () => void floor.stop();
}

async function timeStarts(start: () => Promise<() => Promise<unknown>>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const startedAt = performance.now();
    const stop = await start();
    times.push(performance.now() - startedAt);
    await stop();
  }
  return Math.round(times.sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0);
}

/** The fastest start Node allows: a program that only listens. */
async function startBareNode(): Promise<() => Promise<void>> {
  const program =
    "require('node:http').createServer((_, r) => r.end()).listen(0, '127.0.0.1', function () { console.log(this.address().port) })";
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number(text))));
  await fetch(`http://127.0.0.1:${port}`);
  return async () => void child.kill();
}

/** Any answer will do: a 401 needs the same database read as a 200. */
async function startAndAsk(folder: string, path: string): Promise<() => Promise<unknown>> {
  const server: TestServer = await spawnServer({ folder });
  await server.printed(/CRM: /);
  await fetch(server.url + path).then((answer) => answer.text());
  return () => server.stop({ keep: true });
}

function megabytes(folder: string): number {
  const bytes = readdirSync(folder, { recursive: true })
    .map((path) => lstatSync(join(folder, String(path))))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  return Math.round(bytes / 2 ** 20);
}
