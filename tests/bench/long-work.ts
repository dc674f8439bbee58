import { makePerson, type Person } from '../support/accounts.ts';
import { runCrm } from '../support/crm.ts';
import { call } from '../support/http.ts';
import { startReceiver } from '../support/receiver.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { addDeliveries, fillForLongWork, inOneGo, LONG_AGO, trashLeads } from './long-work-data.ts';
import { PROBED, type Watched, watch } from './watch.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 100_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const HOUR_MS = 3_600_000;
/** In housekeeping order. */
const JOBS = {
  expired_credentials: 'purga: sesiones y enlaces',
  old_audit_events: 'purga: auditoría',
  expired_limits: 'purga: límites de frecuencia',
  trash: 'purga: leads, con notas e historia',
  old_deliveries: 'purga: entregas',
};

/** The result for one long job. Times in ms. */
export type LongWorkRow = Record<string, string | number>;

/**
 * Measures the event loop's lag, others' waits and memory use during each of the server's long jobs, with BENCH_LEADS
 * of everything, and while other processes work on the same database.
 */
export async function runLongWorkBench(): Promise<LongWorkRow[]> {
  const bench = await Bench.make();
  await watchHousekeeping(bench);
  await watchExports(bench);
  await watchOtherProcesses(bench);
  await watchBackup(bench);
  await watchDeliveries(bench);
  console.log(`\n${LEADS} filas de cada cosa; tiempos en ms`);
  console.table(bench.rows);
  return bench.rows;
}

/** One database, the servers started on it in turn, and the results. */
class Bench {
  readonly rows: LongWorkRow[] = [];
  readonly #folder: string;
  server: TestServer;
  admin: Person;

  static async make(): Promise<Bench> {
    const empty = await startServer();
    const admin = makePerson(empty, { roles: ['admin'] });
    await empty.stop({ keep: true });
    fillForLongWork(empty.databasePath, LEADS);
    return new Bench(empty, admin);
  }

  private constructor(server: TestServer, admin: Person) {
    this.#folder = server.folder;
    this.server = server;
    this.admin = admin;
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    this.server = await startServer({
      folder: this.#folder,
      env: { ...PROBED, RATE_LIMIT_SCALE: '1000000', BACKUP_EVERY_HOURS: '0', ...env },
    });
    // Warm-up: loads the code of the first request.
    await this.call('/healthz');
  }

  async stop(): Promise<void> {
    await this.server.stop({ keep: true });
  }

  async call(path: string, body?: unknown) {
    const answer = await call(this.server, path, { cookie: this.admin.cookie, body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}`);
    return answer.json;
  }

  async watch(name: string, work: () => Promise<unknown>, { writes = true } = {}): Promise<void> {
    // The newest lead, because the others end in the trash.
    const writer = writes ? { cookie: this.admin.cookie, leadId: 2 * LEADS } : undefined;
    const row = toRow(name, await watch(this.server, work, writer));
    console.log(Object.values(row).join(' | '));
    this.rows.push(row);
  }
}

async function watchHousekeeping(bench: Bench): Promise<void> {
  const startedAt = performance.now();
  await bench.start();
  console.log(`Escucha a los ${Math.round(performance.now() - startedAt)} ms de arrancar.`);
  for (const [job, name] of Object.entries(JOBS)) {
    await bench.watch(name, () => bench.server.printed(new RegExp(`"job":"${job}"`)));
  }
}

async function watchExports(bench: Bench): Promise<void> {
  await bench.watch('ninguno', sleep, { writes: false });
  await bench.watch('ninguno, con escrituras', sleep);
  const download = async (encoding: string, path = '/api/agents/export') => {
    const response = await fetch(bench.server.url + path, {
      headers: { cookie: bench.admin.cookie, 'accept-encoding': encoding },
    });
    for await (const _ of response.body ?? []);
  };
  await bench.watch('exportar agentes', () => download('identity'));
  await bench.watch('exportar agentes, comprimido', () => download('gzip'));
  await bench.watch('exportar leads', () => download('identity', '/api/leads/export'));
  await bench.watch('exportar leads, Excel', () => download('identity', '/api/leads/export?format=xlsx'));
  const byNotes = '/api/leads/export?orden=mas_notas';
  await bench.watch('exportar leads por notas, comprimido', () => download('gzip', byNotes));
  const four = ['identity', 'identity', 'gzip', 'br'];
  await bench.watch('cuatro exportaciones a la vez', () => Promise.all(four.map((encoding) => download(encoding))));
}

async function watchOtherProcesses(bench: Bench): Promise<void> {
  const { databasePath, folder } = bench.server;
  const crm = async (...args: string[]) => {
    const { code, err } = await runCrm(args, { DATABASE_PATH: databasePath, BACKUP_DIR: `${folder}/other` });
    if (code !== 0) throw new Error(err);
  };
  await bench.watch('crm export leads', () => crm('export', 'leads', '--output', `${folder}/leads.csv`));
  await bench.watch('crm export person', () => crm('export', 'person', '--email', bench.admin.email));
  await bench.watch('crm backup', () => crm('backup'));
  inOneGo(databasePath, (db) => {
    trashLeads(db, LEADS / 2);
    addDeliveries(db, LEADS / 2, 'sent', LONG_AGO);
  });
  await bench.watch('crm purge', () => crm('purge'));
  await bench.stop();
}

async function watchBackup(bench: Bench): Promise<void> {
  await bench.start({ BACKUP_EVERY_HOURS: '0.0005' });
  await bench.watch('respaldo programado', () => bench.server.printed(/"event":"backed_up"/));
  await bench.stop();
}

async function watchDeliveries(bench: Bench): Promise<void> {
  const workflow = await startReceiver();
  const { databasePath } = bench.server;
  inOneGo(databasePath, (db) => addDeliveries(db, LEADS, 'pending', new Date().toISOString()));
  await bench.start({ LEAD_WEBHOOK_URL: workflow.url });
  await bench.watch('cola de entregas: enviar', sleep);
  await bench.watch('cola de entregas: mirarla', async () => {
    for (let n = 0; n < 40; n++) await bench.call('/api/deliveries');
  });
  await bench.watch('cola de entregas: /metrics', () => bench.call('/metrics'));
  await bench.stop();

  const ahead = new Date(Date.now() + HOUR_MS).toISOString();
  inOneGo(databasePath, (db) =>
    db.prepare("UPDATE deliveries SET planned_at = ?, next_attempt_at = ? WHERE state = 'pending'").run(ahead, ahead),
  );
  await bench.start({ LEAD_WEBHOOK_URL: workflow.url });
  await bench.watch('cola de entregas: el reloj se atrasó', sleep);
  await bench.stop();

  inOneGo(databasePath, (db) => db.exec("UPDATE deliveries SET state = 'failed', finished_at = created_at"));
  workflow.answerWith((response) => response.writeHead(503, { 'retry-after': '60' }).end());
  await bench.start({ LEAD_WEBHOOK_URL: workflow.url });
  const line = { kind: 'webhook', webhook_id: 1 };
  await bench.watch('cola de entregas: reenviar fallidas', () => bench.call('/api/deliveries/retry', line));
  await bench.server.stop();
  await workflow.stop();
}

function toRow(work: string, watched: Watched): LongWorkRow {
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    trabajo: work,
    segundos: round(watched.seconds),
    'atraso p99': round(watched.lagP99),
    'atraso máximo': round(watched.lagMax),
    'por el reloj': round(watched.lagByClock),
    '/healthz máximo': round(watched.healthMax),
    escrituras: watched.writes,
    'escritura máxima': watched.writeMax === null ? '–' : round(watched.writeMax),
    rechazadas: watched.refused,
    'memoria máxima, MB': watched.peakMb,
  };
}

const sleep = () => new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
