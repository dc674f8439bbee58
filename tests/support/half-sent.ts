import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { statusOf } from './raw-requests';
import { whenAwaited } from './within.ts';

type Request = { path: string; headers: Record<string, string>; bytes: number };

/** A post whose body is sent piece by piece. */
export type HalfSent = {
  socket: Socket;
  /** The raw answer so far. */
  answer: () => string;
  /** Resolves with the answer's status; NaN if the connection closed without one. */
  status: PromiseLike<number>;
};

/** Sends a post's head, which announces `bytes`, and the beginning of its body. */
export async function beginPost(
  server: { port: number; url: string },
  { path, headers, bytes }: Request,
  beginning: string | Buffer = '',
): Promise<HalfSent> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  let answer = '';
  const status = new Promise<number>((resolve) => {
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('\r\n\r\n')) resolve(statusOf(answer));
    });
    socket.once('close', () => resolve(statusOf(answer)));
  });
  await once(socket, 'connect');
  const own = { host: new URL(server.url).host, origin: server.url, 'content-length': String(bytes), ...headers };
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(beginning);
  return {
    socket,
    answer: () => answer,
    status: whenAwaited(status, () => `an answer to POST ${path}; so far it is ${JSON.stringify(answer)}`),
  };
}
