import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { withDatabase } from '../support/database';
import { call, validEnquiry } from '../support/http';
import { statusOf } from '../support/raw-requests';
import { startServer, type TestServer } from '../support/server';

test('a server that ends takes no new connections, answers what it had begun to receive, and exits with 0', async () => {
  const server = await startServer();
  const host = `Host: localhost:${server.port}\r\n`;
  const sending = connect(server.port, '127.0.0.1');
  let answer = '';
  sending.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  const form = new URLSearchParams(validEnquiry).toString();
  sending.write(
    `POST /webhook/contacto HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n`,
  );
  const kept = connect(server.port, '127.0.0.1').setEncoding('utf8');
  const head = `GET /healthz HTTP/1.1\r\n${host}`;
  kept.write(`${head}\r\n`);
  expect(String(await once(kept, 'data'))).toMatch(/^connection: keep-alive\r$/im);
  kept.write(head);
  // Once this is answered, the server has read the partial requests of both.
  await call(server, '/healthz');

  server.process.kill('SIGTERM');
  await expect.poll(() => isListening(server)).toBe(false);
  const [sent, ended] = [once(sending, 'close'), once(kept, 'close')];
  const firstAnswer = once(kept, 'data');
  sending.write(form);
  kept.write('\r\n');
  const last = String(await firstAnswer);
  expect(statusOf(last)).toBe(200);
  expect(last, 'that the connection ends with it').toMatch(/^connection: close\r$/im);
  await Promise.all([sent, ended]);
  expect(statusOf(answer)).toBe(303);
  expect(await server.exited).toBe(0);
  expect(withDatabase(server, (db) => db.prepare('SELECT count(*) FROM leads').pluck().get())).toBe(1);
  await server.stop();
});

function isListening({ port }: TestServer): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });
}

test('a log that nobody reads any more neither holds the server up nor keeps it from ending', async () => {
  const withoutLog = await startServer();
  withoutLog.process.stdout?.destroy();
  for (let n = 0; n < 5; n++) {
    // A refused sign-in is logged at once; ordinary answers are batched for a tenth of a second.
    const body = { email: `nadie${n}@x.example.com`, password: 'no-es-la-clave' };
    expect((await call(withoutLog, '/api/auth/sign-in', { body })).status).toBe(401);
    expect((await call(withoutLog, '/healthz')).status).toBe(200);
  }
  expect(await withoutLog.stop()).toBe(0);
});
