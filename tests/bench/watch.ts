import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from '../support/server.ts';
import { readMemory } from './load.ts';

const WRITE_PAUSE_MS = 5;

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
  /** The slowest write; null without a writer. */
  writeMax: number | null;
  writes: number;
  /** Writes answered with 503, busy. */
  refused: number;
  peakMb: number;
};

/** A signed-in user who keeps changing a lead. */
export type Writer = { cookie: string; leadId: number };

/**
 * Watches a server during `work`: the event loop's lag, sampled each ms, and from outside /healthz without pause and,
 * with a writer, some 150 changes of a lead a second.
 */
export async function watch(server: TestServer, work: () => Promise<unknown>, writer?: Writer): Promise<Watched> {
  await readLag(server);
  // Resets the peak of resident memory to the current value (Linux).
  writeFileSync(`/proc/${server.process.pid}/clear_refs`, '5');
  let over = false;
  const startedAt = performance.now();
  const isOver = () => over;
  const health = repeat(isOver, 0, () => ask(server, '/healthz'));
  const estados = ['contactado', 'en_seguimiento'];
  const writing = writer
    ? repeat(isOver, WRITE_PAUSE_MS, (n) =>
        ask(server, `/api/leads/${writer.leadId}`, {
          cookie: writer.cookie,
          body: JSON.stringify({ estado: estados[n % 2] }),
        }),
      )
    : undefined;
  try {
    await work();
  } finally {
    over = true;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const [healthTimes, writeTimes] = await Promise.all([health, writing]);
  const lag = await readLag(server);
  return {
    seconds,
    lagMax: lag.max,
    lagP99: lag.p99,
    lagByClock: lag.byClock,
    healthMax: healthTimes.max,
    writeMax: writeTimes?.max ?? null,
    writes: writeTimes?.count ?? 0,
    refused: writeTimes?.refused ?? 0,
    peakMb: readMemory(server.process.pid as number).peak,
  };
}

async function repeat(isOver: () => boolean, pauseMs: number, act: (n: number) => Promise<number>) {
  let max = 0;
  let count = 0;
  let refused = 0;
  while (!isOver()) {
    if (pauseMs > 0) await pause(pauseMs);
    const startedAt = performance.now();
    const status = await act(count);
    max = Math.max(max, performance.now() - startedAt);
    count += 1;
    if (status === 503) refused += 1;
    else if (status !== 200) throw new Error(`answered ${status}`);
  }
  return { max, count, refused };
}

const agent = new Agent({ keepAlive: true });

/** Sends a request as cheaply as possible, so that the server is measured, not the client. Resolves to the status. */
function ask(server: TestServer, path: string, change?: { cookie: string; body: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${server.url}${path}`,
      {
        agent,
        method: change ? 'PATCH' : 'GET',
        headers: change ? { cookie: change.cookie, origin: server.url, 'content-type': 'application/json' } : {},
      },
      (response) => {
        response.resume().once('error', reject);
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    asked.once('error', reject);
    asked.end(change?.body);
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
