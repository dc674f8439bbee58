import { describe, expect, test } from 'vitest';
import { isZone } from '~/shared/leads/days';
import { isAtWork, type OfficeHours } from '~/shared/notices/quiet-hours';
import { clockIn, momentAt } from '~/shared/notices/wall-clock';

const MADRID = 'Europe/Madrid';
const SANTIAGO = 'America/Santiago';
const at = (text: string) => Date.parse(text);
const say = (moment: number) => new Date(moment).toISOString();

describe('the moment at which a clock shows an hour', () => {
  test.each([
    [MADRID, '2026-11-23', '08:00', '2026-11-23T07:00:00.000Z'],
    [MADRID, '2026-07-01', '08:00', '2026-07-01T06:00:00.000Z'],
    ['America/Argentina/Buenos_Aires', '2026-11-23', '08:00', '2026-11-23T11:00:00.000Z'],
    // The day of the clock change and its neighbours.
    [MADRID, '2026-03-28', '08:00', '2026-03-28T07:00:00.000Z'],
    [MADRID, '2026-03-29', '08:00', '2026-03-29T06:00:00.000Z'],
    [MADRID, '2026-10-24', '08:00', '2026-10-24T06:00:00.000Z'],
    [MADRID, '2026-10-25', '08:00', '2026-10-25T07:00:00.000Z'],
    [SANTIAGO, '2026-09-05', '08:00', '2026-09-05T12:00:00.000Z'],
    [SANTIAGO, '2026-09-06', '08:00', '2026-09-06T11:00:00.000Z'],
    [SANTIAGO, '2026-04-04', '08:00', '2026-04-04T11:00:00.000Z'],
    [SANTIAGO, '2026-04-05', '08:00', '2026-04-05T12:00:00.000Z'],
    // A skipped time moves an hour later; of a repeated one the first counts.
    [MADRID, '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    [MADRID, '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    [MADRID, '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    [SANTIAGO, '2026-09-06', '00:00', '2026-09-06T04:00:00.000Z'],
    [SANTIAGO, '2026-04-04', '23:30', '2026-04-05T02:30:00.000Z'],
  ])('in %s on %s at %s', (zone, day, hour, expected) => {
    expect(say(momentAt(day, hour, zone))).toBe(expected);
  });

  test('is what that clock shows then, in every zone', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      expect(isZone(zone), zone).toBe(true);
      for (let day = 1; day <= 28; day++) {
        const date = `2026-${String((day % 12) + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        expect(clockIn(zone, momentAt(date, '08:00', zone)), zone).toEqual({ day: date, hour: '08:00' });
      }
    }
  });
});

describe('office hours', () => {
  const hours: OfficeHours = { zone: MADRID, days: [1, 2, 3, 4, 5], opens: '09:00', closes: '18:00' };

  test.each([
    ['at work', '2026-11-23T10:00:00Z', true],
    ['at the very opening', '2026-11-23T08:00:00Z', true],
    ['before it', '2026-11-23T07:59:59.999Z', false],
    ['at the very closing', '2026-11-23T17:00:00Z', false],
    ['on Friday night', '2026-11-27T20:00:00Z', false],
    ['on Sunday', '2026-11-29T12:00:00Z', false],
    ['on the Monday after summer has begun', '2026-03-30T07:00:00Z', true],
    ['on the Monday after it has ended', '2026-10-26T07:59:59Z', false],
  ])('%s', (_name, moment, expected) => {
    expect(isAtWork(at(moment), hours)).toBe(expected);
  });

  test('of Sundays are those of one day, and of no day none', () => {
    const noon = at('2026-11-29T12:00:00Z');
    expect(isAtWork(noon, { ...hours, days: [7] })).toBe(true);
    expect(isAtWork(noon, { ...hours, days: [] })).toBe(false);
  });

  test('of Santiago open by its own clock on both sides of the change', () => {
    const chile = { ...hours, zone: SANTIAGO, days: [6, 7] };
    for (const [opening, isOpen] of [
      ['2026-09-05T12:59:59Z', false],
      ['2026-09-05T13:00:00Z', true],
      ['2026-09-06T11:59:59Z', false],
      ['2026-09-06T12:00:00Z', true],
    ] as const)
      expect(isAtWork(at(opening), chile), opening).toBe(isOpen);
  });
});
