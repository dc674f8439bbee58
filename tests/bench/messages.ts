import { readdirSync, readFileSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { makePerson } from '../support/accounts.ts';
import { submitEnquiry, validEnquiry } from '../support/http.ts';
import { openStream } from '../support/live.ts';
import { connectWhatsapp, startMeta } from '../support/meta.ts';
import { personWrites } from '../support/meta-webhooks.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { fillRealistically } from './realistic-leads.ts';
import { listPaths } from './scale.ts';

const A_SECOND = 20;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const LEADS = Number(process.env.BENCH_LEADS ?? 100_000);
const MESSAGES = LEADS;
/** Messages of a conversation. */
const LONG = 10;
const TIMES = 5;
/** Of a list that seems slower. */
const TIMES_AGAIN = 25;
const SEEMS_SLOWER = 1.05;
/** Warm-up requests, which compile code. */
const BEFORE_IT_COUNTS = 200;
/** Distinct digits, so that each is another person. */
const FIRST_NUMBER = 5_491_150_000_000;

/**
 * Measures how soon a message from Meta reaches an open panel, against an enquiry of the form; and how much slower lists
 * are with as many messages as leads.
 */
export async function runMessagesBench(): Promise<unknown[]> {
  return [await measureLatency(), await measureLists()];
}

/** Messages of people who have a lead, and enquiries, each at the same pace. */
async function measureLatency() {
  const meta = await startMeta();
  const env = { WHATSAPP_API_URL: meta.url, RATE_LIMIT_SCALE: '1000000' };
  const server = await startServer({ env });
  try {
    const admin = makePerson(server, { roles: ['admin'] });
    await connectWhatsapp(server, meta, admin);
    const enquiries = await pace(server, admin.cookie, (n) =>
      submitEnquiry(server, {
        ...validEnquiry,
        nombre: `Persona ${n}.`,
        email: `p${n}@x.example.com`,
        telefono: `+${FIRST_NUMBER + n}`,
      }),
    );
    const messages = await pace(
      server,
      admin.cookie,
      (n) => personWrites(server, meta, { number: String(FIRST_NUMBER + n) }, `Mensaje ${n}`),
      ({ awaiting_reply_since }) => awaiting_reply_since !== null,
    );
    const row = {
      'mensajes por segundo': A_SECOND,
      'consulta al panel, p50 ms': at(enquiries, 0.5),
      'consulta al panel, p99 ms': at(enquiries, 0.99),
      'mensaje al panel, p50 ms': at(messages, 0.5),
      'mensaje al panel, p99 ms': at(messages, 0.99),
      'cociente de los p99': round(at(messages, 0.99) / at(enquiries, 0.99)),
    };
    console.table([row]);
    return row;
  } finally {
    await server.stop();
    await meta.stop();
  }
}

type LiveLead = { nombre: string; awaiting_reply_since: string | null };

/** Sends at a steady pace; returns how long each took to reach an open panel, in ms, sorted. */
async function pace(
  server: TestServer,
  cookie: string,
  tell: (n: number) => Promise<unknown>,
  isExpected: (lead: LiveLead) => boolean = () => true,
): Promise<number[]> {
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const stream = await openStream(server, cookie, {
    listen: ({ event, data }) => {
      if (event !== 'leads') return;
      for (const lead of (JSON.parse(data) as { leads: LiveLead[] }).leads) {
        const since = sentAt.get(lead.nombre);
        if (since === undefined || !isExpected(lead)) continue;
        sentAt.delete(lead.nombre);
        times.push(performance.now() - since);
        if (times.length === A_SECOND * SECONDS) resolve();
      }
    },
  });
  const told: Promise<unknown>[] = [];
  const start = performance.now();
  for (let n = 0; n < A_SECOND * SECONDS; n++) {
    const due = start + (n * 1000) / A_SECOND;
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    sentAt.set(`Persona ${n}.`, performance.now());
    told.push(tell(n));
  }
  await Promise.all([...told, all]);
  stream.close();
  return times.sort((a, b) => a - b);
}

/** Lists of believable leads without and with messages, asked in turn; their processor time, in ms. */
async function measureLists() {
  const servers: { server: TestServer; cookie: string; size: object | null }[] = [];
  for (const isWith of [false, true]) {
    const fresh = await startServer();
    await fresh.stop({ keep: true });
    fillRealistically(fresh.databasePath, LEADS);
    const size = isWith ? addMessages(fresh.databasePath) : null;
    const server = await startServer({ folder: fresh.folder });
    servers.push({ server, cookie: makePerson(server).cookie, size });
  }
  try {
    for (const { server, cookie } of servers) {
      // A search waits until all words are in its index.
      await timeOf(server, '/api/leads?q=fotos', cookie);
      for (let n = 0; n < BEFORE_IT_COUNTS; n++) await timeOf(server, '/api/leads', cookie);
    }
    const measure = async (pedido: string, times: number) => {
      const taken = servers.map((): number[] => []);
      // The first one prepares the statement.
      for (let n = 0; n <= times; n++) {
        for (const [index, { server, cookie }] of servers.entries()) {
          const took = await timeOf(server, pedido, cookie);
          if (n > 0) taken[index]?.push(took);
        }
      }
      const [sin = 0, con = 0] = taken.map(lowerQuartile);
      return { pedido, sin, con, cociente: round(con / sin) };
    };
    const ratios = [];
    for (const pedido of listPaths()) {
      const first = await measure(pedido, TIMES);
      ratios.push(first.cociente > SEEMS_SLOWER ? await measure(pedido, TIMES_AGAIN) : first);
    }
    const sorted = ratios.toSorted((a, b) => b.cociente - a.cociente);
    const row = {
      listas: ratios.length,
      leads: LEADS,
      mensajes: MESSAGES,
      'cociente, mediana': sorted[Math.floor(sorted.length / 2)]?.cociente,
      'cociente, p95': sorted[Math.floor(sorted.length / 20)]?.cociente,
      'cociente, el mayor': sorted[0]?.cociente,
      ...servers[1]?.size,
    };
    console.table([row]);
    console.table(sorted.slice(0, 10));
    return row;
  } finally {
    for (const { server } of servers) await server.stop();
  }
}

/** Processor time of a request, of all of the server's threads, in ms: other programs add nothing to it. */
async function timeOf({ url, process }: TestServer, path: string, cookie: string): Promise<number> {
  const folder = `/proc/${process.pid}/task`;
  const read = () =>
    readdirSync(folder).reduce(
      (sum, thread) => sum + Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
      0,
    );
  const before = read();
  const answer = await fetch(url + path, { headers: { cookie } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (read() - before) / 1e6;
}

/** Ten messages each of a tenth of the leads; returns what they take, in MB. */
function addMessages(path: string) {
  const db = new Sqlite(path);
  const before = sizes(db);
  db.transaction(() => {
    db.exec(`
      CREATE TEMP TABLE nth AS WITH RECURSIVE nth (value) AS (
        SELECT 1 UNION ALL SELECT value + 1 FROM nth WHERE value < ${LONG}
      ) SELECT value FROM nth;
      CREATE TEMP TABLE talks AS SELECT id, phone_key, created_at FROM leads
        WHERE deleted_at IS NULL AND phone_key IS NOT NULL ORDER BY id DESC LIMIT ${MESSAGES / LONG};
      INSERT INTO messages (lead_id, phone_key, wamid, direction, kind, body, at)
        SELECT talks.id, phone_key, 'wamid.' || hex(randomblob(26)), iif(value % 2, 'in', 'out'), 'text',
          'Mensaje ' || value || ': quedamos en verlo esta semana con las fotos del departamento',
          strftime('%Y-%m-%dT%H:%M:%fZ', created_at, value || ' minutes')
        FROM talks CROSS JOIN nth;
      INSERT INTO message_statuses (wamid, status, at) SELECT wamid, 'read', at FROM messages WHERE direction = 'out';
      UPDATE leads SET awaiting_reply_since = (SELECT max(at) FROM messages WHERE lead_id = leads.id AND direction = 'in')
        WHERE id IN (SELECT id FROM talks WHERE id % 50 = 0);
    `);
  })();
  const told = sizes(db);
  db.exec(`INSERT INTO lead_events (lead_id, type, to_value, created_at)
    SELECT lead_id, iif(direction = 'in', 'message_received', 'message_sent'), id, at FROM messages`);
  const after = sizes(db);
  // As if their ticks were events, too: sent, delivered, read.
  db.exec('BEGIN');
  db.exec(`INSERT INTO lead_events (lead_id, type, to_value, created_at)
    SELECT lead_id, 'message_sent', id, at FROM messages CROSS JOIN nth ON value <= 3 WHERE direction = 'out'`);
  const ticked = sizes(db);
  db.exec('ROLLBACK');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return {
    'mensajes, MB': round(told.all - before.all),
    'lead_events sin mensajes, MB': before.events,
    'con ellos, MB': after.events,
    'y con sus tildes, MB': ticked.events,
  };
}

/** Of the whole file, and of the events with their indexes. */
function sizes(db: Database) {
  const pages = (sql: string) => Number(db.prepare(sql).pluck().get());
  const megabytes = (count: number) => round((count * pages('PRAGMA page_size')) / 2 ** 20);
  return {
    all: megabytes(pages('PRAGMA page_count') - pages('PRAGMA freelist_count')),
    events: megabytes(
      pages(`SELECT sum(pageno) FROM dbstat
             WHERE aggregate = TRUE AND name IN (SELECT name FROM sqlite_schema WHERE tbl_name = 'lead_events')`),
    ),
  };
}

/** The lower quartile: a busy machine only adds. */
const lowerQuartile = (times: number[]) =>
  at(
    times.sort((a, b) => a - b),
    0.25,
  );
const at = (sorted: number[], part: number) => round(sorted[Math.floor(sorted.length * part)] ?? 0);
const round = (value: number) => Math.round(value * 100) / 100;
