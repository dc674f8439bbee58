import { Agent, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server';

describe('stopping under load', () => {
  const CLIENTS = 16;
  const ROUNDS = 3;

  /** Requests without pause on kept-alive connections until nobody listens; returns what was cut. */
  async function countCut(busy: TestServer): Promise<{ answered: number; cut: number }> {
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const counts = { answered: 0, cut: 0 };
    const client = async () => {
      for (;;) {
        const ended = await ask(busy, agent);
        if (ended === 'ECONNREFUSED') return;
        if (ended === null) counts.answered += 1;
        else counts.cut += 1;
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await expect.poll(() => counts.answered).toBeGreaterThan(50 * CLIENTS);
    busy.process.kill('SIGTERM');
    await Promise.all(clients);
    agent.destroy();
    return counts;
  }

  function ask(busy: TestServer, agent: Agent): Promise<string | null> {
    return new Promise((resolve) => {
      const asking = request({ port: busy.port, host: '127.0.0.1', path: '/', agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.complete ? null : 'incomplete'));
        answer.once('error', (error) => resolve(error.message));
      });
      asking.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      asking.end();
    });
  }

  test('cuts no request', async () => {
    const cut: number[] = [];
    // A busy machine may delay a client for longer than a server waits.
    for (let round = 0; round < ROUNDS && !cut.includes(0); round++) {
      const busy = await startServer();
      cut.push((await countCut(busy)).cut);
      expect(await busy.stop()).toBe(0);
    }
    expect(cut).toContain(0);
  });
});
