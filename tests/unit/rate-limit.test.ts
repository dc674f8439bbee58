import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getDb } from '~/server/database/connection';
import { admitAttempt } from '~/server/rate-limit/guess-throttle';
import { consumePoint, limiterFor, limitKey, removeExpiredLimits } from '~/server/rate-limit/rate-limit';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();

// A delay begins at a second: a slow machine would take longer than that between two attempts.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const pointsOf = (purpose: string, whose: string) =>
  getDb().prepare('SELECT points FROM rate_limits WHERE key = ?').pluck().get(limitKey(purpose, whose));
const endWindow = (purpose: string, whose: string, at: number) =>
  getDb().prepare('UPDATE rate_limits SET expire = ? WHERE key = ?').run(at, limitKey(purpose, whose));
const A_YEAR_AHEAD = Date.now() + 365 * 24 * 3_600_000;

test('a point is given back to the window that it was taken from, and to no later one', async () => {
  const limiter = limiterFor('prueba', { points: 3, seconds: 600 });
  const giveBack = await consumePoint(limiter, 'ana');
  const late = await consumePoint(limiter, 'ana');
  giveBack();
  expect(pointsOf('prueba', 'ana')).toBe(1);
  vi.advanceTimersByTime(600_000);
  await consumePoint(limiter, 'ana');
  late();
  expect(pointsOf('prueba', 'ana')).toBe(1);
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

test('a window from a clock that was ahead counts for nothing, nor does a delay', async () => {
  const limiter = limiterFor('adelantado', { points: 1, seconds: 600 });
  await consumePoint(limiter, 'noa');
  await expect(consumePoint(limiter, 'noa')).rejects.toMatchObject({ code: 'too_many' });
  endWindow('adelantado', 'noa', A_YEAR_AHEAD);
  await consumePoint(limiter, 'noa');
  await expect(consumePoint(limiter, 'noa')).rejects.toMatchObject({ code: 'too_many' });

  for (let n = 0; n < 5; n++) await admitAttempt('prueba', 'lia');
  await expect(admitAttempt('prueba', 'lia')).rejects.toMatchObject({ code: 'too_many' });
  endWindow('prueba-delay', 'lia', A_YEAR_AHEAD);
  await admitAttempt('prueba', 'lia');
});

test('of the counts only those are removed whose window is over, or from a clock that was ahead', async () => {
  getDb().exec('DELETE FROM rate_limits');
  const limiter = limiterFor('ventana', { points: 3, seconds: 600 });
  const names = Array.from({ length: 250 }, (_, n) => `nadie-${n}`);
  for (const name of names) await consumePoint(limiter, name);
  const ended = names.filter((_, n) => n % 3 > 0);
  for (const [n, name] of ended.entries()) endWindow('ventana', name, n % 2 ? A_YEAR_AHEAD : Date.now() - 1);
  expect(await removeExpiredLimits()).toBe(ended.length);
  expect(names.filter((name) => pointsOf('ventana', name) === 1)).toEqual(names.filter((_, n) => n % 3 === 0));
});
