import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Case } from './cases.ts';

/** The result of closed-loop clients, each sending its next request after an answer. */
export type Load = { rate: number; p50: number; p99: number; cpu: number };

type Target = { url: string; pid: number; headers: Record<string, string> };

/** Clock ticks per second in /proc; on Linux programs always see 100. */
const TICKS_A_SECOND = 100;

/**
 * Measures requests per second, latencies in ms, and CPU in ms per request.
 * @throws if a request was refused.
 */
export async function measure(target: Target, bench: Case, connections: number, seconds: number): Promise<Load> {
  const times: number[] = [];
  const cpuBefore = readCpu(target.pid);
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  let n = 0;
  const run = autocannon(
    {
      url: target.url,
      connections,
      duration: seconds,
      headers: { ...target.headers, ...(bench.contentType && { 'content-type': bench.contentType }) },
      requests: [
        {
          method: bench.method,
          setupRequest: (request) => ({
            ...request,
            path: typeof bench.path === 'string' ? bench.path : bench.path(),
            ...(bench.body && { body: bench.body() }),
            // Each request has its own client address, because enquiries are limited per address and no office sends
            // thousands.
            headers: {
              ...request.headers,
              'x-forwarded-for': `10.${++n >> 16}.${(n >> 8) & 255}.${n & 255}`,
            },
          }),
        },
      ],
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const result = await promise;
  const refused = result.errors + result['4xx'] + result['5xx'];
  // A single answer may outlast the measurement.
  if (refused === 0 && times.length === 0) return measure(target, bench, connections, 4 * seconds);
  if (refused > 0) {
    throw new Error(`${bench.name}: ${refused} of ${times.length} requests failed at ${target.url}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    rate: times.length / result.duration,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (readCpu(target.pid) - cpuBefore) / times.length,
  };
}

/** The CPU time of a process and its threads so far, in ms. */
export function readCpu(pid: number): number {
  // proc(5): the name may contain spaces; after it, utime and stime are fields 12 and 13.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
}

/** A process's resident memory in MB: current and peak. */
export function readMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/** The resident memory of a process and its children in MB. */
export function readTreeMemory(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + readTreeMemory(Number(child)), readMemory(pid).now);
}
