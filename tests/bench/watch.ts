import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { TestServer } from '../support/server.ts';
import { readMemory } from './load.ts';

/** The environment of a watched server: it measures its own event loop. */
export const PROBED = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'lag-probe.mjs')}` };

/** The results of watching. Times in ms. */
export type Watched = {
  seconds: number;
  /** The event loop's lag, without the time in which other processes had the CPU. */
  lagMax: number;
  lagP99: number;
  /** The largest lag by the clock. */
  lagByClock: number;
  healthMax: number;
  peakMb: number;
};

/**
 * Watches a server during `work`: the event loop's lag, sampled each ms, and from outside /healthz without pause.
 */
export async function watch(server: TestServer, work: () => Promise<unknown>): Promise<Watched> {
  await readLag(server);
  // Resets the peak of resident memory to the current value (Linux).
  writeFileSync(`/proc/${server.process.pid}/clear_refs`, '5');
  let over = false;
  const startedAt = performance.now();
  const health = askForHealth(server, () => over);
  try {
    await work();
  } finally {
    over = true;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const healthMax = await health;
  const lag = await readLag(server);
  return {
    seconds,
    lagMax: lag.max,
    lagP99: lag.p99,
    lagByClock: lag.byClock,
    healthMax,
    peakMb: readMemory(server.process.pid as number).peak,
  };
}

/** How long /healthz took at most, asked without pause until `isOver`. */
async function askForHealth(server: TestServer, isOver: () => boolean): Promise<number> {
  let max = 0;
  while (!isOver()) {
    const startedAt = performance.now();
    const status = await ask(`${server.url}/healthz`);
    max = Math.max(max, performance.now() - startedAt);
    if (status !== 200) throw new Error(`answered ${status}`);
  }
  return max;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request as cheaply as possible, so that the server is measured, not the client. Resolves to the status. */
function ask(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (response) => {
      response.resume().once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end();
  });
}

const asked = new WeakMap<TestServer, number>();

/** The event loop's lag since the last call. */
async function readLag(server: TestServer): Promise<{ max: number; p99: number; byClock: number }> {
  const count = (asked.get(server) ?? 0) + 1;
  asked.set(server, count);
  server.process.kill('SIGUSR2');
  const line = new RegExp(`^lag ${count}: max=(\\S+) p99=(\\S+) clock=(\\S+)`, 'm');
  const [, max, p99, byClock] = await server.printed(line);
  return { max: Number(max), p99: Number(p99), byClock: Number(byClock) };
}
