import { afterEach, expect, test, vi } from 'vitest';
import { getDb } from '~/server/database/connection';
import { insertNotified } from '~/server/notices/troubles/troubles';
import { isClockBelieved, isClockDoubted } from '~/server/process/clock-guard';
import { TROUBLES } from '~/shared/notices/settings';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

afterEach(() => vi.useRealTimers());

/** As the server looks every hour, for so many hours; what it found each time. */
async function run(hours: number): Promise<boolean[]> {
  const found: boolean[] = [];
  for (let n = 0; n < hours; n++) {
    vi.advanceTimersByTime(HOUR);
    found.push(await isClockBelieved());
  }
  return found;
}
/** The system's clock is set; the time that the server has run is not. */
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('a clock that jumps ahead is doubted until it is back, or until the server has run with it for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  expect(await isClockBelieved()).toBe(true);
  jump(6 * DAY);
  expect(await isClockBelieved()).toBe(true);
  jump(401 * DAY);
  expect([await isClockBelieved(), isClockDoubted()]).toEqual([false, true]);
  expect(await run(3)).toEqual([false, false, false]);
  jump(-401 * DAY);
  expect(isClockDoubted()).toBe(false);
  expect(await isClockBelieved()).toBe(true);

  jump(401 * DAY);
  expect(await run(20)).toEqual(Array(20).fill(false));
  // Further ahead: the day begins anew.
  jump(30 * DAY);
  expect(await run(25)).toEqual([...Array(24).fill(false), true]);
  expect(isClockDoubted()).toBe(false);
});

test('every trouble can be remembered as told', () => {
  for (const kind of TROUBLES) insertNotified().run({ kind, since: new Date().toISOString() });
  expect(getDb().prepare('SELECT count(*) FROM notice_troubles').pluck().get()).toBe(TROUBLES.length);
});
