import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelayMs } from '~/server/outbox/delivery-worker';
import { describeNetworkFailure } from '~/server/outbox/network-failure';
import { readStart } from '~/server/outbox/reply';

const DAY_MS = 24 * 3_600_000;

test('after nine waits that grow up to a day a message is parked', () => {
  const waits = Array.from({ length: 10 }, (_, index) => retryDelayMs(index + 1, 0, 0.5));
  expect(waits.map((ms) => ms && ms / 1000)).toEqual([
    5,
    300,
    1800,
    7200,
    18_000,
    36_000,
    50_400,
    72_000,
    86_400,
    undefined,
  ]);
});

test('every wait lies within a fifth of its plan, and is never shorter than was asked for, up to a day', () => {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(10 * DAY_MS), share, (failures, asked, random) => {
      const planned = retryDelayMs(failures, 0, 0.5) ?? 0;
      const own = retryDelayMs(failures, 0, random) ?? 0;
      const wait = retryDelayMs(failures, asked, random) ?? 0;
      return (
        own >= planned * 0.8 - 1 &&
        own <= planned * 1.2 + 1 &&
        wait >= Math.min(asked, DAY_MS) &&
        wait <= Math.max(own, DAY_MS)
      );
    }),
  );
});

test.each([
  [Object.assign(new TypeError('fetch failed'), { cause: { code: 'X' } }), 'No se pudo conectar.'],
  [
    new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) }),
    'La dirección no existe o no se pudo averiguar. (ENOTFOUND)',
  ],
  [
    new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' }) }),
    'Su certificado no es válido. (CERT_HAS_EXPIRED)',
  ],
  [new DOMException('x', 'TimeoutError'), 'No respondió a tiempo.'],
  [
    Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:25'), {
      code: 'ESOCKET',
      originalCode: 'ECONNREFUSED',
    }),
    'No aceptó la conexión. (ECONNREFUSED)',
  ],
  [
    new TypeError('fetch failed', {
      cause: Object.assign(new Error('x'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    }),
    'No se pudo cifrar la conexión (TLS). (ERR_SSL_WRONG_VERSION_NUMBER)',
  ],
  ['not even an error', 'No se pudo conectar.'],
])('a failure is told in Spanish, without addresses', (thrown, sentence) => {
  expect(describeNetworkFailure(thrown)).toBe(sentence);
});

test('of an answer no more than 4 KB are read, without bytes that text cannot hold', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(1000).fill(97));
    },
  });
  expect(await readStart(new Response(endless), 60_000)).toBe('a'.repeat(4096));
  expect(pulled).toBeLessThan(10);
  expect(await readStart(new Response('a\0b'), 60_000)).toBe('ab');
  expect(await readStart(new Response(null), 60_000)).toBe('');
});
