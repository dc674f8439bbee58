import autocannon from 'autocannon';
import { makePerson } from '../support/accounts.ts';
import { call, submitEnquiry, validEnquiry } from '../support/http.ts';
import { type LiveStream, openStream } from '../support/live.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { readCpu, readMemory } from './load.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const PANELS = 200;
const ENQUIRIES = 20;

/**
 * Measures what 200 open panels cost the server: idle CPU and memory, the list's speed against no open panels, and how
 * soon the last panel gets an enquiry.
 */
export async function runOpenPanelsBench(): Promise<unknown[]> {
  const server = await startServer({ env: { RATE_LIMIT_SCALE: '1000000' } });
  const { cookie } = makePerson(server);
  const measureList = () =>
    autocannon({ url: `${server.url}/api/leads`, headers: { cookie }, connections: 4, duration: SECONDS });
  try {
    await call(server, '/api/leads', { cookie, body: { nombre: 'Iris', email: 'iris@x.example.com' } });
    await measureList();
    const alone = await measureList();
    const pid = server.process.pid as number;
    const before = readMemory(pid).now;
    // An account per panel, because an account may open only a few.
    const panels = await Promise.all(
      Array.from({ length: PANELS }, () => openStream(server, makePerson(server).cookie)),
    );
    const opened = { cpuMs: readCpu(pid), residentMb: readMemory(pid).now };
    await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
    const idle = readCpu(pid) - opened.cpuMs;
    const beside = await measureList();
    const heard = await measureLatency(server, panels);
    for (const panel of panels) panel.close();
    console.log(`\n${PANELS} paneles abiertos`);
    const rows = [
      {
        'CPU en calma, %': round(idle / SECONDS / 10),
        'memoria, MB': round(opened.residentMb - before),
        'lista: con paneles / sin ellos': round(beside.requests.average / alone.requests.average),
        'el último se entera, p50 ms': round(heard[Math.floor(heard.length / 2)] ?? 0),
        'máximo, ms': round(heard.at(-1) ?? 0),
      },
    ];
    console.table(rows);
    return rows;
  } finally {
    await server.stop();
  }
}

/** Sends enquiries in sequence; each time runs until all panels have it. Sorted, in ms. */
async function measureLatency(server: TestServer, panels: LiveStream[]): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < ENQUIRIES; n++) {
    const nombre = `Consulta ${n}.`;
    const sentAt = performance.now();
    await submitEnquiry(server, { ...validEnquiry, nombre });
    await Promise.all(panels.map((panel) => panel.waitFor(({ data }) => data.includes(nombre))));
    times.push(performance.now() - sentAt);
  }
  return times.sort((a, b) => a - b);
}

const round = (value: number) => Math.round(value * 100) / 100;
