import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePerson, type Person } from '../support/accounts.ts';
import { withDatabase } from '../support/database.ts';
import { call, submitEnquiry, validEnquiry } from '../support/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { SinkCommand, SinkReport } from './notice-latency-sinks.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const A_SECOND = 20;
/** Each wants a mail and a push message per enquiry. */
const READERS = 3;
const PANELS = 200;

/**
 * Twenty enquiries a second, with 200 open panels and three people who want a mail and a push message for each.
 * Measures the time from an enquiry's answer to its hand-over to the SMTP server and the push service for the last of
 * them, and to its arrival in the last panel. Each receiver is its own process, so that none waits for another.
 */
export async function runNoticeLatencyBench(): Promise<unknown[]> {
  const [mail, push, panels] = await Promise.all([startSink('mail'), startSink('push'), startSink('panels')]);
  const server = await startServer({
    env: {
      ...{ RATE_LIMIT_SCALE: '1000000', MAIL_FROM: 'crm@proveedor.example.com' },
      ...{ SMTP_URL: mail.address, PUSH_SERVICES: push.address },
    },
  });
  try {
    const readers = Array.from({ length: READERS }, () => makePerson(server));
    await makeReaders(server, readers, push);
    // As in a panel in use: there is a lead already.
    const [reader] = readers;
    const iris = { nombre: 'Iris', email: 'iris@x.example.com' };
    await call(server, '/api/leads', { cookie: reader?.cookie, body: iris });
    // An account per panel, because an account may open only a few.
    const cookies = Array.from({ length: PANELS }, () => makePerson(server).cookie);
    panels.order({ panels: { url: server.url, cookies } });
    const { opened } = await panels.hears('opened');
    if (opened !== PANELS) throw new Error(`only ${opened} panels are open`);

    const { accepted, answers } = await sendEnquiries(server);
    const isAll = () =>
      panels.heard.length === accepted.size &&
      mail.heard.length === accepted.size * READERS &&
      push.told.reduce((sum, { total }) => sum + total, 0) === accepted.size * READERS;
    while (!isAll()) await sleep(50);
    const since = (nombre: string, at: number) => at - (accepted.get(nombre) ?? at);
    console.log(`\n${A_SECOND} consultas por segundo, ${READERS} personas, ${PANELS} paneles`);
    const rows = [
      { hasta: 'respuesta del formulario', ...describe(answers) },
      {
        hasta: 'aviso en manos del servicio de push',
        ...describe(timesOfPushes(server, push.told, accepted)),
        mensajes: push.told.length,
      },
      {
        hasta: 'correo en manos del SMTP',
        ...describe(mail.heard.map(({ heard, at }) => since(heard, at))),
        mensajes: new Set(mail.heard.map(({ at }) => at)).size,
      },
      {
        hasta: 'el último panel',
        ...describe(panels.heard.map(({ heard, at }) => since(heard, at))),
      },
    ];
    console.table(rows);
    return rows;
  } finally {
    await server.stop();
    for (const sink of [mail, push, panels]) sink.stop();
  }
}

type Sink = {
  address: string;
  heard: { heard: string; at: number }[];
  told: { device: string; total: number; at: number }[];
  order: (order: SinkCommand) => void;
  /** Resolves with the next message of a kind. */
  hears: <Kind extends string>(kind: Kind) => Promise<Extract<SinkReport, Record<Kind, unknown>>>;
  stop: () => void;
};

async function startSink(role: string): Promise<Sink> {
  const child: ChildProcess = fork(new URL('./notice-latency-sinks.ts', import.meta.url), [role]);
  const heard: Sink['heard'] = [];
  const told: Sink['told'] = [];
  child.on('message', (word: SinkReport) => {
    if ('heard' in word) heard.push(word);
    if ('device' in word) told.push(word);
  });
  const hears: Sink['hears'] = (kind) =>
    new Promise((resolve) => {
      const look = (word: SinkReport) => {
        if (!(kind in word)) return;
        child.off('message', look);
        resolve(word as never);
      };
      child.on('message', look);
    });
  const { address } = await hears('address');
  return { address, heard, told, hears, order: (order) => child.send(order), stop: () => child.kill() };
}

/** Enables their notifications from now on. */
async function makeReaders(server: TestServer, readers: Person[], push: Sink): Promise<void> {
  withDatabase(server, (db) => db.prepare("UPDATE profiles SET notice_email = 'each'").run());
  const { json } = await call(server, '/api/push/key', { cookie: readers[0]?.cookie });
  push.order({ devices: { key: json.key, count: readers.length } });
  const { subscriptions } = await push.hears('subscriptions');
  for (const [index, { cookie }] of readers.entries())
    await call(server, '/api/push/subscriptions', { cookie, body: subscriptions[index] });
  const cursors = () =>
    withDatabase(server, (db) => Number(db.prepare('SELECT count(*) FROM notice_cursors').pluck().get()));
  while (cursors() < 2 * readers.length) await sleep(50);
}

/** When each was accepted, and how long its answer took. */
async function sendEnquiries(server: TestServer): Promise<{ accepted: Map<string, number>; answers: number[] }> {
  const accepted = new Map<string, number>();
  const answers: number[] = [];
  const now = () => performance.timeOrigin + performance.now();
  const startedAt = now();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < SECONDS * A_SECOND; n++) {
    await sleep(Math.max(0, startedAt + (n * 1000) / A_SECOND - now()));
    const nombre = `Consulta ${n}.`;
    const sentAt = now();
    sent.push(
      submitEnquiry(server, { ...validEnquiry, email: `n${n}@x.example.com`, nombre }).then(() => {
        accepted.set(nombre, now());
        answers.push(now() - sentAt);
      }),
    );
  }
  await Promise.all(sent);
  return { accepted, answers };
}

/** A batched push message has only a count, so each device's counts are matched to the leads in order. */
function timesOfPushes(server: TestServer, told: Sink['told'], accepted: ReadonlyMap<string, number>): number[] {
  const names = withDatabase(
    server,
    (db) => db.prepare("SELECT nombre FROM leads WHERE source = 'landing' ORDER BY id").pluck().all() as string[],
  );
  return [...new Set(told.map(({ device }) => device))].flatMap((device) => {
    const moments = told
      .filter((one) => one.device === device)
      .flatMap(({ total, at }) => Array<number>(total).fill(at));
    return names.map((nombre, index) => (moments[index] ?? Number.NaN) - (accepted.get(nombre) ?? 0));
  });
}

function describe(times: number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'máximo ms': at(1) };
}
