import { expect, test } from 'vitest';
import { AppError } from '~/server/app-error';
import { hashPassword } from '~/server/passwords/passwords';

test('a flood that arrives in one turn is refused beyond what may wait', async () => {
  const hashes = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => hashPassword(`clave ${n}`)));
  const refused = hashes.flatMap((hash) => (hash.status === 'rejected' ? [hash.reason] : []));
  expect(refused.every((reason) => reason instanceof AppError && reason.code === 'busy')).toBe(true);
  // 32 wait; one or two, by the machine, are being worked on.
  expect(hashes.length - refused.length).toBeLessThanOrEqual(34);
});
