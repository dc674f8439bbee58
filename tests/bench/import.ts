import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { makePerson, type Person } from '../support/accounts.ts';
import { call } from '../support/http.ts';
import { upload, workbook } from '../support/imports.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { fillForLongWork } from './long-work-data.ts';
import { PROBED, watch } from './watch.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 100_000);
const ROWS = Number(process.env.BENCH_ROWS ?? 50_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const LIST_PAUSE_MS = 10;
const LOOK_EVERY_MS = 100;

export type ImportRow = Record<string, string | number>;

/**
 * Measures how long it takes to read, check, import and undo a file of BENCH_ROWS rows beside BENCH_LEADS leads, and
 * how long the list takes meanwhile. The floor: the same rows by nothing but the INSERT, in one transaction.
 */
export async function runImportBench(): Promise<ImportRow[]> {
  const empty = await startServer();
  const admin = makePerson(empty, { roles: ['admin'] });
  await empty.stop({ keep: true });
  fillForLongWork(empty.databasePath, LEADS);
  const floor = writeFloor(empty.databasePath);
  const server = await startServer({
    folder: empty.folder,
    env: { ...PROBED, RATE_LIMIT_SCALE: '1000000', BACKUP_EVERY_HOURS: '0' },
  });
  const rows: ImportRow[] = [];
  const add = async (name: string, work: () => Promise<unknown>) => {
    const row = await watchList(server, admin, name, work, floor);
    rows.push(row);
    console.log(Object.values(row).join(' | '));
  };
  const api = async (path: string, body?: unknown) => {
    const answer = await call(server, path, { cookie: admin.cookie, body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.json;
  };
  const settled = async (id: number) => {
    while (/running|undoing/.test((await api(`/api/imports/${id}`)).state)) await pause(LOOK_EVERY_MS);
  };
  const cells = makeRows();
  const csv = cells.map((row) => row.join(';')).join('\r\n');
  const book = workbook(cells);
  let draft = { id: 0, mapping: [] };

  await add('nada', () => pause(SECONDS * 1000));
  const send = (file: string | Buffer, name: string) => async () => {
    const { status, json } = await upload(server, admin, file, name);
    if (status !== 201) throw new Error(json.error.message);
    draft = json.import;
  };
  await add('leer el Excel', send(book, 'clientes.xlsx'));
  await add('leer el CSV', send(csv, 'clientes.csv'));
  await add('revisar', () => api(`/api/imports/${draft.id}/check`, { mapping: draft.mapping, duplicates: 'skip' }));
  await add('importar', async () => {
    await api(`/api/imports/${draft.id}/run`, {});
    await settled(draft.id);
  });
  await add('deshacer', async () => {
    await api(`/api/imports/${draft.id}/undo`, {});
    await settled(draft.id);
  });
  await server.stop();
  console.log(
    `\n${ROWS} filas junto a ${LEADS} leads; tiempos en ms, salvo segundos; el piso tarda ${floor.toFixed(1)} s`,
  );
  console.table(rows);
  return rows;
}

/** Half of them have a note, as in exports of other tools. */
function makeRows(): string[][] {
  const heads = ['Nombre', 'Email', 'Teléfono', 'País', 'Empresa', 'Estado', 'Fecha', 'Notas'];
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `Ana María Pérez ${n}`,
    `importada${n}@x.example.com`,
    `+54 9 11 ${String(20_000_000 + n)}`,
    'Argentina',
    `Inmobiliaria del Sur ${n % 500}`,
    'Contactado',
    '12/03/2025',
    n % 2 === 0 ? 'Vio el aviso en la feria y pidió que la llamen.' : '',
  ]);
  return [heads, ...rows];
}

function writeFloor(path: string): number {
  const db = new Sqlite(path);
  db.pragma('synchronous = FULL');
  const insert = db.prepare(
    `INSERT INTO leads (nombre, email, email_key, whatsapp, phone_key, pais, empresa, estado, source, created_at)
     VALUES (?, ?, ?, ?, ?, 'Argentina', ?, 'contactado', 'piso', '2025-03-12T12:00:00.000Z')`,
  );
  const startedAt = performance.now();
  db.transaction(() => {
    for (const [nombre, email, whatsapp, , empresa] of makeRows().slice(1))
      insert.run(nombre, `piso${email}`, `piso${email}`, whatsapp, whatsapp?.replace(/\D/g, ''), empresa);
  }).immediate();
  const seconds = (performance.now() - startedAt) / 1000;
  db.close();
  return seconds;
}

async function watchList(
  server: TestServer,
  { cookie }: Person,
  name: string,
  work: () => Promise<unknown>,
  floor: number,
): Promise<ImportRow> {
  const times: number[] = [];
  let isOver = false;
  const read = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const { status } = await call(server, '/api/leads', { cookie });
      if (status !== 200) throw new Error(`the list answered ${status}`);
      times.push(performance.now() - startedAt);
      await pause(LIST_PAUSE_MS);
    }
  };
  const reading = read();
  const watched = await watch(server, work).finally(() => {
    isOver = true;
  });
  await reading;
  times.sort((a, b) => a - b);
  const at = (share: number) => round(times[Math.floor(times.length * share)] ?? 0);
  return {
    trabajo: name,
    segundos: round(watched.seconds),
    'veces el piso': round(watched.seconds / floor),
    'lista p50': at(0.5),
    'lista p99': at(0.99),
    'atraso p99': round(watched.lagP99),
    'atraso máximo': round(watched.lagMax),
    'memoria máxima, MB': watched.peakMb,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
