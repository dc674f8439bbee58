import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePerson } from '../support/accounts.ts';
import { startServer, type TestServer } from '../support/server.ts';

const EACH = 200;
const NEXT = 20;
/** By then every order has been processed (accounts/mails/order-link.ts), and its mail written. */
const SETTLED_MS = 800;

type Measured = { known: number[]; unknown: number[] };

/**
 * Whether any timing reveals that an email has an account: that of the order's answer, of concurrent requests, or of
 * the slowest one until the mail is written. Known and unknown emails alternate at random; the figure is the area under
 * the ROC curve, where 0.5 is chance.
 */
export async function runAccountEnumerationBench(): Promise<unknown[]> {
  const server = await startServer();
  try {
    const kinds = Array.from({ length: 2 * EACH }, (_, n) => ({ isKnown: n < EACH, at: Math.random() }));
    const answers: Measured = { known: [], unknown: [] };
    const next: Measured = { known: [], unknown: [] };
    const slowest: Measured = { known: [], unknown: [] };
    await time(server, 'GET', '/healthz');
    for (const [n, { isKnown }] of kinds.sort((a, b) => a.at - b.at).entries()) {
      // Made for both kinds, so that the database has the same size.
      const { email } = makePerson(server);
      const kind = isKnown ? 'known' : 'unknown';
      const asked = isKnown ? email : `nadie-${n}@x.example.com`;
      const startedAt = performance.now();
      answers[kind].push(await time(server, 'POST', '/api/auth/recover', JSON.stringify({ email: asked })));
      const times: number[] = [];
      while (performance.now() - startedAt < SETTLED_MS) {
        times.push(await time(server, 'GET', '/healthz'));
        if (times.length > NEXT) await sleep(0);
      }
      next[kind].push(times.slice(0, NEXT).reduce((sum, one) => sum + one, 0));
      slowest[kind].push(Math.max(...times));
    }
    const rows = [
      { time: 'answer', ...describe(answers) },
      { time: `next ${NEXT} requests`, ...describe(next) },
      { time: `slowest within ${SETTLED_MS} ms`, ...describe(slowest) },
    ];
    console.table(rows);
    return rows;
  } finally {
    agent.destroy();
    await server.stop();
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function time(server: TestServer, method: string, path: string, body = ''): Promise<number> {
  const startedAt = performance.now();
  const headers = {
    origin: server.url,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const sent = request({ host: '127.0.0.1', port: server.port, method, path, headers, agent });
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode >= 300) throw new Error(`${path} answered ${response.statusCode}`);
  return performance.now() - startedAt;
}

function describe({ known, unknown }: Measured) {
  return { auc: areaUnderCurve(known, unknown), known_ms: median(known), unknown_ms: median(unknown) };
}

/** The probability that a value of `first` exceeds one of `second`. */
function areaUnderCurve(first: number[], second: number[]): number {
  const wins = first.flatMap((a) => second.map((b) => (a > b ? 1 : a === b ? 1 / 2 : 0)));
  return round(wins.reduce((sum: number, win) => sum + win, 0) / wins.length);
}

const median = (values: number[]) => round(values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0);
const round = (value: number) => Math.round(value * 1000) / 1000;
