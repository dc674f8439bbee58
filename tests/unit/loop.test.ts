import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Loop } from '~/server/process/loop';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('after a failure it rests for its pause, however often it is woken, and then goes on', async () => {
  let runs = 0;
  const loop = new Loop(
    async () => {
      runs++;
      if (runs === 1) throw new Error('no');
      return null;
    },
    'loop_failed',
    5000,
  );
  loop.wake();
  for (let passed = 0; passed < 4500; passed += 500) {
    await vi.advanceTimersByTimeAsync(500);
    loop.wake();
  }
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(600);
  expect(runs).toBe(2);
  loop.wake();
  await vi.advanceTimersByTimeAsync(10);
  expect(runs).toBe(3);
  await loop.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(3);
});
