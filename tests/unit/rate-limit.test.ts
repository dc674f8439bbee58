import { expect, test } from 'vitest';
import { getDb } from '~/server/database/connection';
import { consumePoint, limiterFor, removeExpiredLimits } from '~/server/rate-limit/rate-limit';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();

const pointsOf = (key: string) =>
  getDb().prepare('SELECT points FROM rate_limits WHERE key LIKE ?').pluck().get(`%${key}`);
const endWindow = (key: string) =>
  getDb()
    .prepare('UPDATE rate_limits SET expire = ? WHERE key LIKE ?')
    .run(Date.now() - 1, `%${key}`);

test('a point is given back to the window that it was taken from, and to no later one', async () => {
  const limiter = limiterFor('prueba', { points: 3, seconds: 600 });
  const giveBack = await consumePoint(limiter, 'ana');
  const late = await consumePoint(limiter, 'ana');
  giveBack();
  expect(pointsOf('ana')).toBe(1);
  endWindow('ana');
  await consumePoint(limiter, 'ana');
  late();
  expect(pointsOf('ana')).toBe(1);
  await consumePoint(limiter, 'ana');
  await consumePoint(limiter, 'ana');
  await expect(consumePoint(limiter, 'ana')).rejects.toMatchObject({ code: 'too_many' });
});

test('a point that is given back twice gives nobody one more', async () => {
  const limiter = limiterFor('una', { points: 1, seconds: 600 });
  const giveBack = await consumePoint(limiter, 'eva');
  giveBack();
  giveBack();
  await consumePoint(limiter, 'eva');
  await expect(consumePoint(limiter, 'eva')).rejects.toMatchObject({ code: 'too_many' });
});

test('of the counts only those are removed whose window is over', async () => {
  const limiter = limiterFor('ventana', { points: 3, seconds: 600 });
  for (const key of ['iris', 'hugo']) await consumePoint(limiter, key);
  endWindow('iris');
  await removeExpiredLimits();
  expect([pointsOf('iris'), pointsOf('hugo')]).toEqual([undefined, 1]);
});
