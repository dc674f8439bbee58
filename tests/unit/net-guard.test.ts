import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isPublic, readAllowance } from '~/server/net/addresses';
import { makeGuardedAgent } from '~/server/net/agents';
import type { Resolve } from '~/server/net/dns';
import { findAddresses } from '~/server/net/guard';

let listener: Server;
let connections = 0;
let port = 0;
beforeEach(async () => {
  connections = 0;
  listener = createServer((_request, response) => response.end('inside'));
  listener.on('connection', () => connections++);
  // Also over IPv6, whose mapped addresses lead to IPv4.
  listener.listen(0, '::');
  await once(listener, 'listening');
  port = (listener.address() as AddressInfo).port;
});
afterEach(async () => {
  listener.closeAllConnections();
  listener.close();
  await once(listener, 'close');
});

/** The system's look-up, which asks no name server for `localhost`: one out of reach would not tell where it leads. */
const fromHosts: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Calls as a delivery does; returns the outcome. */
async function callThrough(agent: ReturnType<typeof makeGuardedAgent>, url: string): Promise<string> {
  try {
    const { body } = await request(url, { dispatcher: agent });
    return await body.text();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const allow = (...entries: string[]) => {
  const allowance = readAllowance(entries);
  if (!allowance) throw new Error('not a list');
  return allowance;
};

test.each([
  ...['127.0.0.1', '127.1.2.3', '10.0.0.1', '172.16.5.5', '192.168.1.1', '169.254.169.254', '0.0.0.0', '100.64.0.1'],
  ...['168.63.129.16', '192.0.0.8', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...[
    '::1',
    '::',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::7f00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ],
  ...['fd00::1', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1', '2001::1', '4000::1', '100::1'],
])('%s is not for everybody', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(['8.8.8.8', '93.184.216.34', '2606:2800:220:1::1'])('%s is', (address) => {
  expect(isPublic(address)).toBe(true);
});

describe('an agent that calls what somebody typed', () => {
  // URL normalises most of them to the first one, including the fullwidth dot and digits.
  test.each([
    ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '①②⑦.0.0.1', '１２７。０．０．１', '0.0.0.0'],
    ...['[::1]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::]', 'localhost'],
  ])('does not connect to %s', async (host) => {
    const agent = makeGuardedAgent({ resolve: fromHosts });
    for (const scheme of ['http', 'https'])
      expect(await callThrough(agent, `${scheme}://${host}:${port}/`)).toBe('ERR_FORBIDDEN_ADDRESS');
    expect(connections).toBe(0);
  });

  test('judges the addresses that it connects to, not those of an earlier look-up', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const resolve: Resolve = async () => answers.shift() ?? ['127.0.0.1'];
    const url = new URL(`https://rebinding.example.com:${port}/`);
    expect(await findAddresses(url, { resolve })).toEqual(['93.184.216.34']);
    expect(await callThrough(makeGuardedAgent({ resolve }), url.href)).toBe('ERR_FORBIDDEN_ADDRESS');
    expect(connections).toBe(0);
  });

  test('refuses a name of which one address is private', async () => {
    const resolve: Resolve = async () => ['93.184.216.34', '10.0.0.1'];
    await expect(findAddresses(new URL('https://both.example.com'), { resolve })).rejects.toMatchObject({
      code: 'ERR_FORBIDDEN_ADDRESS',
    });
  });

  test('calls by http only what is private and allowed', async () => {
    const resolve: Resolve = async () => ['93.184.216.34'];
    await expect(findAddresses(new URL('http://open.example.com'), { resolve })).rejects.toThrow();
    const inside = makeGuardedAgent({ allowance: allow('127.0.0.0/8') });
    expect(await callThrough(inside, `http://127.0.0.1:${port}/`)).toBe('inside');
    expect(await callThrough(inside, `http://[::ffff:127.0.0.1]:${port}/`)).toBe('inside');
    expect(await callThrough(inside, `http://[::1]:${port}/`)).toBe('ERR_FORBIDDEN_ADDRESS');
  });

  test('calls a private host by the name that the operator gave', async () => {
    const resolve: Resolve = async () => ['127.0.0.1'];
    const agent = makeGuardedAgent({ allowance: allow('n8n.interno'), resolve });
    expect(await callThrough(agent, `http://N8N.interno:${port}/`)).toBe('inside');
    expect(await callThrough(agent, `http://otro.interno:${port}/`)).toBe('ERR_FORBIDDEN_ADDRESS');
  });
});

test.each(['10.0.0.0/33', 'con espacio', '10.0.0', 'https://n8n.interno', '-x', '300.1.1.1'])(
  'what may be private cannot be %j',
  (entry) => {
    expect(readAllowance([entry])).toBeNull();
  },
);
