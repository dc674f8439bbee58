import { afterEach, expect, test, vi } from 'vitest';
import { limitStep } from '~/server/leads/bulk/acts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a call ends after a second of work, and does some however long it waited for its turn', () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const step = limitStep(250, () => 5);
  now = 60_000;
  expect(step()).toBe(5);
  now += 1000;
  expect(step()).toBe(5);
  now += 1;
  expect(step()).toBe(0);
});
