import { describe, expect, test } from 'vitest';
import { dueOn } from '~/shared/leads/agenda';
import { addDays, dayIn, isDay, isHour, isZone, nextMonday, startOfDay } from '~/shared/leads/days';

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires';
const MEXICO = 'America/Mexico_City';
const MADRID = 'Europe/Madrid';
const at = (text: string) => Date.parse(text);

test.each([
  // 11 pm in Buenos Aires is the next day in Madrid, and still afternoon in Mexico.
  ['2026-11-23T02:00:00Z', '2026-11-22', '2026-11-22', '2026-11-23'],
  ['2026-11-22T22:59:59Z', '2026-11-22', '2026-11-22', '2026-11-22'],
  ['2026-11-22T23:00:00Z', '2026-11-22', '2026-11-22', '2026-11-23'],
  ['2026-11-23T03:00:00Z', '2026-11-23', '2026-11-22', '2026-11-23'],
  ['2026-11-23T05:59:59Z', '2026-11-23', '2026-11-22', '2026-11-23'],
  ['2026-11-23T06:00:00Z', '2026-11-23', '2026-11-23', '2026-11-23'],
  // In summer Madrid is two hours ahead of UTC.
  ['2026-07-01T22:00:00Z', '2026-07-01', '2026-07-01', '2026-07-02'],
])('at %s it is %s in Buenos Aires, %s in Mexico, %s in Madrid', (moment, baires, mexico, madrid) => {
  expect([BUENOS_AIRES, MEXICO, MADRID].map((zone) => dayIn(zone, at(moment)))).toEqual([baires, mexico, madrid]);
});

describe('across a change of clocks', () => {
  test('Madrid’s day of 23 hours and its day of 25 have their own beginning and end', () => {
    expect(startOfDay('2026-03-29', MADRID)).toBe('2026-03-28T23:00:00.000Z');
    expect(startOfDay('2026-03-30', MADRID)).toBe('2026-03-29T22:00:00.000Z');
    expect(startOfDay('2026-10-25', MADRID)).toBe('2026-10-24T22:00:00.000Z');
    expect(startOfDay('2026-10-26', MADRID)).toBe('2026-10-25T23:00:00.000Z');
  });

  test('a day whose midnight is skipped begins an hour later', () => {
    expect(startOfDay('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z');
    expect(dayIn('America/Santiago', at('2026-09-06T03:59:59.999Z'))).toBe('2026-09-05');
  });

  test('tomorrow is the next day, whatever the clocks do', () => {
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29');
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });
});

test.each([
  ['2026-11-22', '2026-11-23'],
  ['2026-11-23', '2026-11-30'],
  ['2026-11-24', '2026-11-30'],
  ['2026-11-28', '2026-11-30'],
])('from %s “el lunes” is %s', (today, monday) => {
  expect(nextMonday(today)).toBe(monday);
});

test('days, hours and zones that do not exist are none', () => {
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '1999-01-01', '', '2026-02-30T00:00'].filter(isDay)).toEqual([]);
  expect(['2026-02-28', '2028-02-29'].filter(isDay)).toHaveLength(2);
  expect(['24:00', '9:30', '09:60', ''].filter(isHour)).toEqual([]);
  expect(['00:00', '23:59'].filter(isHour)).toHaveLength(2);
  expect(['Mars/Olympus', '', 'x'].filter(isZone)).toEqual([]);
});

test('what is due is told apart for whoever has which day', () => {
  const counts = {
    desde: '2026-11-20',
    antes: 4,
    dias: { '2026-11-21': 1, '2026-11-22': 2, '2026-11-23': 3 },
  };
  expect(dueOn(counts, '2026-11-21')).toEqual({ hoy: 1, vencidos: 4 });
  expect(dueOn(counts, '2026-11-22')).toEqual({ hoy: 2, vencidos: 5 });
  expect(dueOn(counts, '2026-11-24')).toEqual({ hoy: 0, vencidos: 10 });
});
