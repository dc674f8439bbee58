import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

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
  const waiting = new Set<() => void>();
  let answer = (response: ServerResponse, _count: number, _message: Received) => {
    response.end('ok');
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const message = { path: request.url ?? '', headers: request.headers, body };
    received.push(message);
    answer(response, received.length, message);
    for (const check of waiting) check();
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
    waitForRequests: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
