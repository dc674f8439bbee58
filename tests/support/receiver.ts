import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { readBody } from './read-body.ts';
import { Waiting } from './within.ts';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** Stands in for the automation workflow: records messages and gives the set answer. */
export type Receiver = {
  url: string;
  received: Received[];
  /** Sets the answer to the next requests; the default is 200. */
  answerWith: (answer: (response: ServerResponse, count: number, message: Received) => void) => void;
  /** Resolves after `count` requests in total. */
  waitForRequests: (count: number) => Promise<void>;
  stop: () => Promise<void>;
};

export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Waiting();
  let answer = (response: ServerResponse, _count: number, _message: Received) => {
    response.end('ok');
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (!body) return;
    const message = { path: request.url ?? '', headers: request.headers, body: body.toString() };
    received.push(message);
    answer(response, received.length, message);
    waiting.look();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/webhook`,
    received,
    answerWith: (next) => {
      answer = next;
    },
    waitForRequests: async (count) => {
      await waiting.until(
        () => received.length >= count,
        () => `${count} requests to the receiver; ${received.length} came`,
      );
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
