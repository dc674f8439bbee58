import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { TestServer } from './server';
import { within } from './within.ts';

/** Sends raw bytes; returns everything received until the server closes or `until` matches. */
export async function sendRaw(server: TestServer, text: string, until = /$^/): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
    if (until.test(answer)) socket.destroy();
  });
  socket.on('error', () => {});
  socket.write(text.replaceAll('PORT', String(server.port)));
  await within(
    closed(socket),
    () => `the end of the answer to ${text.slice(0, 200)}; so far it is ${answer.slice(-2000)}`,
  );
  return answer;
}

/** Resolves when a connection has closed, even by a reset, or at once if it has already. */
export const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });

/** The first status in a raw response; NaN if there is none. */
export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

/** The name of the largest built script, the slowest to send. */
export function findLargestScript(): string {
  const folder = join('dist', 'client', '_astro');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const bytes = (name: string) => statSync(join(folder, name)).size;
  return scripts.reduce((one, other) => (bytes(other) > bytes(one) ? other : one));
}
