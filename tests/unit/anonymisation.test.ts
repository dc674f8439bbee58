import { expect, test } from 'vitest';
import { monthsBefore } from '~/server/leads/anonymisation/anonymisation';

test.each([
  ['2026-05-31T10:00:00.000Z', 3, '2026-02-28T10:00:00.000Z'],
  ['2028-05-31T10:00:00.000Z', 3, '2028-02-29T10:00:00.000Z'],
  ['2026-01-15T00:00:00.001Z', 1, '2025-12-15T00:00:00.001Z'],
  ['2026-03-01T00:00:00.000Z', 120, '2016-03-01T00:00:00.000Z'],
])('before %s by %i calendar months is %s', (moment, months, expected) => {
  expect(new Date(monthsBefore(Date.parse(moment), months)).toISOString()).toBe(expected);
});
