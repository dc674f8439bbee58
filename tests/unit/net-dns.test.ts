import dns from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { request } from 'undici';
import { expect, test, vi } from 'vitest';
import { makeGuardedAgent } from '~/server/net/agents';
import { makeResolve } from '~/server/net/dns';
import { findAddresses } from '~/server/net/guard';
import { startNameServer } from '../support/name-server';

test('a name server that is dead holds up neither files nor other names, and is given up', async () => {
  const dead = await startNameServer(() => null);
  const resolve = makeResolve([dead.address]);
  let settled = 0;
  const names = Array.from({ length: 16 }, (_, index) =>
    resolve(`n${index}.example.com`).catch(({ code }) => {
      settled++;
      return code;
    }),
  );
  // More than the thread pool has threads.
  await Promise.all([readFile('package.json'), dns.lookup('localhost')]);
  expect(settled).toBe(0);
  expect(new Set(await Promise.all(names))).toEqual(new Set(['ETIMEOUT']));
  await dead.stop();
});

test('a name that no name server knows may be the system’s own', async () => {
  const server = await startNameServer(() => 'none');
  const resolve = makeResolve([server.address]);
  expect(await resolve('localhost')).toContain('127.0.0.1');
  // The system would ask the network.
  const ofSystem = vi.spyOn(dns, 'lookup').mockRejectedValue(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  await expect(resolve('no-existe.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(ofSystem).toHaveBeenCalledOnce();
  ofSystem.mockRestore();
  await server.stop();
});

test('a name that has moved inside since it was checked is not called', async () => {
  const server = await startNameServer((question) => (question > 0 ? ['127.0.0.1'] : ['93.184.216.34']));
  const resolve = makeResolve([server.address]);
  const url = 'https://rebinding.example.com/';
  expect(await findAddresses(new URL(url), { resolve })).toEqual(['93.184.216.34']);
  await expect(request(url, { dispatcher: makeGuardedAgent({ resolve }) })).rejects.toMatchObject({
    code: 'ERR_FORBIDDEN_ADDRESS',
  });
  await server.stop();
});
