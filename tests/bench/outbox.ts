import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { makePerson, type Person } from '../support/accounts.ts';
import { withDatabase } from '../support/database.ts';
import { call } from '../support/http.ts';
import { startServer, type TestServer } from '../support/server.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000);
/** A lead's creation, two changes and a note. */
const EVENTS_OF_A_LEAD = 4;
const LEADS = Math.ceil(EVENTS / EVENTS_OF_A_LEAD);
const CLIENTS = 8;
const KILLS = 3;

/**
 * Ten thousand events. First the workflow refuses everything, then it fails now and then in every way, and the process
 * is killed three times. Each event must be accepted exactly once by its id, in order within its lead, except that
 * parked ones let later ones pass. Request times are compared with a server without a workflow.
 */
export async function runOutboxBench(): Promise<unknown[]> {
  const quiet = await startServer({ env: { RATE_LIMIT_SCALE: '1000000' } });
  const floor = await work(quiet, makePerson(quiet));
  await quiet.stop();

  const workflow = await startWorkflow();
  const env = {
    RATE_LIMIT_SCALE: '1000000',
    LEAD_WEBHOOK_URL: workflow.url,
    LEAD_WEBHOOK_EVENTS: 'lead.created,lead.updated,note.created',
  };
  let server = await startServer({ env });
  rememberParked(server);
  const person = makePerson(server, { roles: ['admin'] });
  const own = await work(server, person);
  console.log(`\n${LEADS * EVENTS_OF_A_LEAD} eventos de ${LEADS} leads; tiempo de cada pedido en ms`);
  const times = [
    { caso: 'sin flujo', ...floor },
    { caso: 'con un flujo que rechaza todo', ...own, cociente: (own.mediana / floor.mediana).toFixed(2) },
  ];
  console.table(times);

  workflow.recover();
  const startedAt = performance.now();
  for (let kills = 0; kills < KILLS; kills++) {
    await until(() => workflow.accepted.length > ((kills + 1) * EVENTS) / (KILLS + 2), server, person);
    server.process.kill('SIGKILL');
    await server.exited;
    server = await startServer({ folder: server.folder, env });
  }
  await until(() => count(server, "state <> 'sent'") === 0, server, person);
  const seconds = (performance.now() - startedAt) / 1000;
  const outcome = [{ ...verify(server, workflow), segundos: Math.round(seconds) }];
  console.table(outcome);
  await server.stop();
  await workflow.stop();
  return [...times, ...outcome];
}

/** A trigger records which messages were parked before they are resent. */
function rememberParked(server: TestServer): void {
  withDatabase(server, (db) =>
    db.exec(`
      CREATE TABLE parked (message_id TEXT PRIMARY KEY) STRICT;
      CREATE TRIGGER remember_parked AFTER UPDATE OF state ON deliveries WHEN NEW.state = 'failed'
      BEGIN INSERT OR IGNORE INTO parked VALUES (NEW.message_id); END;
    `),
  );
}

/** Creates, changes and annotates leads, eight at a time. Returns the median and 99th percentile of a request. */
async function work(server: TestServer, { cookie }: Person) {
  const times: number[] = [];
  let next = 0;
  async function timed(path: string, body: unknown, method?: string) {
    const startedAt = performance.now();
    const answer = await call(server, path, { cookie, body, ...(method && { method }) });
    times.push(performance.now() - startedAt);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.json;
  }
  async function client() {
    while (next < LEADS) {
      const number = next++;
      const { lead } = await timed('/api/leads', {
        nombre: `Lead ${number}`,
        email: `l${number}@x.example.com`,
      });
      await timed(`/api/leads/${lead.id}`, { estado: 'contactado' }, 'PATCH');
      await timed(`/api/leads/${lead.id}/notes`, { body: `Nota ${number}` });
      await timed(`/api/leads/${lead.id}`, { estado: 'ganado' }, 'PATCH');
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  return { mediana: at(0.5), p99: at(0.99) };
}

/** Polls ten times a second, making every pending message due each time. */
async function until(done: () => boolean, server: TestServer, { cookie }: Person): Promise<void> {
  while (!done()) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    withDatabase(server, (db) =>
      db
        .prepare(
          `UPDATE deliveries SET next_attempt_at = planned_at
           WHERE state = 'pending' AND waits = 0 AND next_attempt_at > planned_at`,
        )
        .run(),
    );
    // Ten unlucky attempts in a row park a message; this presses 'Reintentar todo'.
    if (count(server, "state = 'failed'") > 0) {
      await call(server, '/api/deliveries/retry', { cookie, body: { kind: 'webhook', webhook_id: 1 } });
    }
  }
}

function count(server: TestServer, condition: string): number {
  return withDatabase(server, (db) =>
    Number(db.prepare(`SELECT count(*) FROM deliveries WHERE ${condition}`).pluck().get()),
  );
}

type Workflow = Awaited<ReturnType<typeof startWorkflow>>;

/** Refuses everything until it recovers. Then it accepts two of three, and fails in each possible way in turn. */
async function startWorkflow() {
  const accepted: string[] = [];
  let isDown = true;
  let requests = 0;
  const failures: ((response: ServerResponse) => unknown)[] = [
    (response) => response.writeHead(500).end('no'),
    (response) => response.destroy(),
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (response) => setTimeout(() => response.destroy(), 500),
    (response) => response.writeHead(404).end('x'.repeat(100_000)),
    (response) => response.writeHead(503, { 'retry-after': 'nonsense' }).end(),
  ];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      requests += 1;
      const failure = failures[requests % (failures.length * 3)];
      if (isDown) response.writeHead(500).end('no');
      else if (failure) failure(response);
      else {
        accepted.push(String(request.headers['webhook-id']));
        response.end('ok');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    accepted,
    requests: () => requests,
    recover: () => {
      isDown = false;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @throws {Error} if a message is missing, or overtook an earlier one about the same lead that had not been parked. */
function verify(server: TestServer, workflow: Workflow) {
  const rows = withDatabase(server, (db) =>
    db.prepare('SELECT message_id, lead_id, event FROM deliveries ORDER BY id').all(),
  ) as { message_id: string; lead_id: number; event: string }[];
  const parked = new Set(withDatabase(server, (db) => db.prepare('SELECT message_id FROM parked').pluck().all()));
  const firstAt = new Map<string, number>();
  for (const [index, id] of workflow.accepted.entries()) if (!firstAt.has(id)) firstAt.set(id, index);
  const lost = rows.filter(({ message_id }) => !firstAt.has(message_id));
  const unknown = [...firstAt.keys()].length - (rows.length - lost.length);
  const lastOfLead = new Map<number, number>();
  let outOfOrder = 0;
  for (const { message_id, lead_id } of rows) {
    if (parked.has(message_id)) continue;
    const at = firstAt.get(message_id) ?? -1;
    if (at < (lastOfLead.get(lead_id) ?? -1)) outOfOrder += 1;
    lastOfLead.set(lead_id, at);
  }
  const result = {
    eventos: rows.length,
    entregados: firstAt.size,
    perdidos: lost.length,
    'fuera de orden': outOfOrder,
    detenidos: parked.size,
    repetidos: workflow.accepted.length - firstAt.size,
    'pedidos al flujo': workflow.requests(),
  };
  if (rows.length !== LEADS * EVENTS_OF_A_LEAD || lost.length > 0 || unknown !== 0 || outOfOrder > 0) {
    throw new Error(`the outbox broke its promise: ${JSON.stringify(result)}`);
  }
  return result;
}
