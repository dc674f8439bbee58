import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { validEnquiry } from './http';
import type { Nginx } from './nginx';
import { enquiryBy, makeClient, type ProxyRequest } from './through-nginx';

const CLIENTS = 16;

/** The email of the lead created with this submission id or idempotency key. */
export const emailOf = (key: string) => `${key}@x.example.com`;

/**
 * Clients that send requests back to back until stopped: pages, lists, enquiries, and staff's actions. `cookie` is a
 * staff session.
 */
export async function startLoad(nginx: Nginx, cookie: string) {
  const failures: string[] = [];
  const enquired: string[] = [];
  const created: string[] = [];
  let [count, longestMs, isOver] = [0, 0, false];
  const json = { cookie, 'content-type': 'application/json' };
  const creation = (key: string): ProxyRequest => ({
    method: 'POST',
    path: '/api/leads',
    headers: { ...json, 'idempotency-key': key },
    body: JSON.stringify({ nombre: 'Creado Una Vez', email: emailOf(key) }),
  });

  const first = makeClient(nginx);
  const changed = randomUUID();
  const { text } = await first.ask(creation(changed));
  first.close();
  created.push(changed);
  const leadPath = `/api/leads/${JSON.parse(text).lead.id}`;

  async function work(nth: number): Promise<void> {
    const client = makeClient(nginx);
    for (let turn = nth; !isOver; turn++) {
      const submission_id = randomUUID();
      const kinds: [expected: number, asked: ProxyRequest, made?: string[]][] = [
        [200, { path: '/' }],
        [200, { path: '/api/leads?estado=nuevo', headers: { cookie } }],
        [303, enquiryBy({ ...validEnquiry, email: emailOf(submission_id), submission_id }), enquired],
        [201, creation(submission_id), created],
        [200, { method: 'PATCH', path: leadPath, headers: json, body: '{"estado":"contactado"}' }],
      ];
      const [expected, asked, made] = kinds[turn % kinds.length] ?? [200, { path: '/' }];
      const from = performance.now();
      try {
        const { status, text } = await client.ask(asked);
        if (status === expected) made?.push(submission_id);
        else failures.push(`${asked.method ?? 'GET'} ${asked.path}: ${status} ${text.slice(0, 80)}`);
      } catch (error) {
        failures.push(`${asked.method ?? 'GET'} ${asked.path}: ${error}`);
      }
      longestMs = Math.max(longestMs, Math.round(performance.now() - from));
      count++;
    }
    client.close();
  }
  const working = Array.from({ length: CLIENTS }, (_, nth) => work(nth));

  return {
    /** Resolves after this many more answers. */
    async answers(more: number): Promise<void> {
      const until = count + more;
      await expect.poll(() => count, { interval: 10 }).toBeGreaterThanOrEqual(until);
    },
    async stop() {
      isOver = true;
      await Promise.all(working);
      return { failures, enquired, created, count, longestMs };
    },
  };
}
