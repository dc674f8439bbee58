import { expect, test } from 'vitest';
import { AppError } from '~/server/app-error';
import { hashPassword, passwordMatches } from '~/server/passwords/passwords';

test('a flood that arrives in one turn is refused beyond what may wait', async () => {
  const hashes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => hashPassword(`clave ${n}`, 'stranger')),
  );
  const refused = hashes.flatMap((hash) => (hash.status === 'rejected' ? [hash.reason] : []));
  expect(refused.every((reason) => reason instanceof AppError && reason.code === 'busy')).toBe(true);
  // 32 wait; one or two, by the machine, are being worked on.
  expect(hashes.length - refused.length).toBeLessThanOrEqual(34);
});

test('strangers who fill the queue leave places for who was here before', async () => {
  const stored = await hashPassword('la clave');
  const flood = Promise.allSettled(Array.from({ length: 100 }, (_, n) => passwordMatches(`${n}`, stored, 'stranger')));
  const known = Array.from({ length: 5 }, () => passwordMatches('la clave', stored, 'known'));
  expect(await Promise.all(known)).toEqual(Array(5).fill(true));
  expect((await flood).some(({ status }) => status === 'rejected')).toBe(true);
});
