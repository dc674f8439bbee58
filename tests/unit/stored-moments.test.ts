import { expect, test } from 'vitest';
import { msUntil } from '~/server/process/stored-moments';

test('a stored moment is waited for as long as anything ever waits; one further ahead has come', () => {
  const now = Date.parse('2026-11-23T10:00:00Z');
  for (const [moment, wait] of [
    ['2026-11-23T09:00:00.000Z', 0],
    ['2026-11-23T10:00:05.000Z', 5000],
    ['2026-11-23T10:05:00.000Z', 300_000],
    ['2026-11-23T10:05:00.001Z', 0],
    ['2029-06-04T10:00:00.000Z', 0],
  ] as const)
    expect(msUntil(moment, 300_000, now), moment).toBe(wait);
});
