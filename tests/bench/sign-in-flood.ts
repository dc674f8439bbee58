import autocannon from 'autocannon';
import { makePerson } from '../support/accounts.ts';
import { startServer } from '../support/server.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ATTACKERS = 64;

/**
 * Measures how a flood of sign-ins affects others: /healthz and the panel's list in sequence, first alone, then while
 * 64 clients try passwords without pause and without a limit per address.
 */
export async function runSignInFloodBench(): Promise<unknown[]> {
  const server = await startServer({ env: { RATE_LIMIT_SCALE: '1000000' } });
  const { cookie } = makePerson(server);
  const probes = [
    { name: '/healthz', url: `${server.url}/healthz`, headers: {} },
    { name: 'lista de leads', url: `${server.url}/api/leads`, headers: { cookie } },
  ];
  try {
    console.log(`\n${ATTACKERS} clientes prueban contraseñas, ${SECONDS} s por medición; ms`);
    const rows = [];
    for (const { name, url, headers } of probes) {
      const idle = await autocannon({ url, headers, connections: 1, duration: SECONDS });
      const flood = startFlood(server.url);
      const busy = await autocannon({ url, headers, connections: 1, duration: SECONDS });
      const flooded = await flood.stop();
      rows.push({
        pedido: name,
        'p50 en calma': idle.latency.p50,
        'p50 con ataque': busy.latency.p50,
        'p99 en calma': idle.latency.p99,
        'p99 con ataque': busy.latency.p99,
        máximo: busy.latency.max,
        fallidos: busy.non2xx + busy.errors,
        'intentos atendidos/s': Math.round(flooded['4xx'] / SECONDS),
        'rechazados con 503/s': Math.round(flooded['5xx'] / SECONDS),
      });
    }
    console.table(rows);
    return rows;
  } finally {
    await server.stop();
  }
}

/** A new email per attempt, because the delay per account would stop the hashing. */
function startFlood(url: string): { stop: () => Promise<autocannon.Result> } {
  let count = 0;
  const { promise: finished, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url: `${url}/api/auth/sign-in`,
    method: 'POST',
    connections: ATTACKERS,
    duration: SECONDS * 4,
    headers: { origin: url, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({
            email: `persona-${++count}@x.example.com`,
            password: 'una frase cualquiera',
          }),
        }),
      },
    ],
  };
  const flood = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  return {
    stop: () => {
      flood.stop();
      return finished;
    },
  };
}
