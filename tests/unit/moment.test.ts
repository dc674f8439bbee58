import { describe, expect, test } from 'vitest';
import { describeExactly, describeMoment, describeShortly, type ZoneOffset } from '~/shared/moments';

/** Buenos Aires: UTC-3 all year. */
const buenosAires: ZoneOffset = () => 180;
/** Madrid around its clock change on 29 March 2026 at 01:00 UTC. */
const madrid: ZoneOffset = (moment) => (moment < Date.parse('2026-03-29T01:00:00Z') ? -60 : -120);

const say = (at: string, now: string, offset = buenosAires) => describeMoment(Date.parse(at), Date.parse(now), offset);

describe('a moment is told as people say it', () => {
  // A Wednesday, 10:15 in Buenos Aires.
  const NOW = '2026-05-13T13:15:00.000Z';
  test.each([
    ['2026-05-13T13:14:30.000Z', 'recién'],
    ['2026-05-13T13:15:20.000Z', 'recién'],
    ['2026-05-13T13:08:00.000Z', 'hace 7 min'],
    ['2026-05-13T12:15:01.000Z', 'hace 59 min'],
    ['2026-05-13T12:15:00.000Z', 'hace 1 h'],
    ['2026-05-13T03:00:00.000Z', 'hace 10 h'],
    ['2026-05-13T02:59:00.000Z', 'ayer 23:59'],
    ['2026-05-12T03:00:00.000Z', 'ayer 00:00'],
    ['2026-05-12T02:30:00.000Z', 'lun 23:30'],
    ['2026-05-09T02:30:00.000Z', 'vie 23:30'],
    ['2026-05-07T03:00:00.000Z', 'jue 00:00'],
    ['2026-05-07T02:59:00.000Z', '06/05 23:59'],
    ['2025-12-31T12:00:00.000Z', '31/12/25 09:00'],
    ['2026-05-13T14:00:00.000Z', '13/05 11:00'],
  ])('%s is %s', (at, text) => {
    expect(say(at, NOW)).toBe(text);
  });

  test('by the reader’s own day, though the hour is young', () => {
    expect(say('2026-05-13T02:50:00.000Z', '2026-05-13T03:10:00.000Z')).toBe('hace 20 min');
    expect(say('2026-05-12T22:00:00.000Z', '2026-05-13T03:10:00.000Z')).toBe('ayer 19:00');
    expect(say('2026-05-12T22:00:00.000Z', '2026-05-13T03:10:00.000Z', () => 0)).toBe('ayer 22:00');
  });

  test('with the clock that was in force then', () => {
    expect(say('2026-03-28T23:30:00.000Z', '2026-03-29T10:00:00.000Z', madrid)).toBe('hace 10 h');
    expect(say('2026-03-28T22:30:00.000Z', '2026-03-29T10:00:00.000Z', madrid)).toBe('ayer 23:30');
    expect(describeExactly(Date.parse('2026-03-29T01:30:00.000Z'), madrid)).toBe('29/03/2026 03:30');
  });
});

test('in a row a moment is date and time, with the year where it is another one by the reader’s clocks', () => {
  const shortly = (at: string, now: string) => describeShortly(Date.parse(at), Date.parse(now), buenosAires);
  expect(shortly('2026-11-22T21:32:00.000Z', '2026-11-24T13:00:00.000Z')).toBe('22/11 18:32');
  expect(shortly('2026-01-01T02:30:00.000Z', '2026-05-13T13:15:00.000Z')).toBe('31/12/25 23:30');
  expect(shortly('2026-01-01T02:30:00.000Z', '2026-01-01T02:45:00.000Z')).toBe('31/12 23:30');
});
