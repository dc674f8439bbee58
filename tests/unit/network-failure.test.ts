import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { fetchOperatorUrl } from '~/server/net/fetch';
import { describeNetworkFailure } from '~/server/outbox/network-failure';

test.each(['hola\r\n', 'HTTP/1.1 2000 X\r\n\r\n'])('an answer that is no HTTP is told: %j', async (text) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const failure = await fetchOperatorUrl(`http://127.0.0.1:${port}/`).catch(describeNetworkFailure);
  expect(failure).toMatch(/^Lo que respondió no es HTTP\./);
  server.close();
});
