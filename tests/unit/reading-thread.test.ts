import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeReport } from '~/server/numbers/report';
import { inReadingThread, setReadingThreadProgram, stopReadingThreads } from '~/server/process/reading-thread';

/** Answers with its thread's id after some milliseconds or never, or fails on request; reports when. */
const PROGRAM = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ input }) => {
  if (input === 'fail') parentPort.postMessage({ fault: { code: 'not_found', message: 'No está' } });
  else if (input === 'die') process.exit(1);
  else if (input.period) {
    const began = Date.now();
    setTimeout(() => parentPort.postMessage({ result: { began, ended: Date.now(), threadId } }), 30);
  } else if (input !== 'never') setTimeout(() => parentPort.postMessage({ result: threadId }), input);
});`;

const folder = mkdtempSync(join(process.env.CRM_TEST_SERVERS ?? '/tmp', 'aside-'));
const work = inReadingThread('test', (_input: string | number): number => 0);

writeFileSync(join(folder, 'program.mjs'), PROGRAM);
beforeEach(() => setReadingThreadProgram(join(folder, 'program.mjs')));
afterAll(async () => {
  await stopReadingThreads();
  rmSync(folder, { recursive: true });
});

test('one thread does what comes one after the other, a second one what would have to wait, and no third', async () => {
  const first = await work(0);
  expect(await work(0)).toBe(first);
  const threads = await Promise.all([work(50), work(50), work(0), work(0), work(0)]);
  expect(new Set(threads).size).toBe(2);
  expect(threads).toContain(first);
});

test('what it throws is thrown, and it goes on', async () => {
  const before = new Set(await Promise.all([work(20), work(20)]));
  await expect(work('fail')).rejects.toMatchObject({
    name: 'AppError',
    code: 'not_found',
    message: 'No está',
  });
  expect(before).toContain(await work(0));
});

test('one that nobody waits for is ended, and so is what dies; the next one has a thread again', async () => {
  const known = new Set(await Promise.all([work(20), work(20)]));
  const leaving = [new AbortController(), new AbortController()];
  const left = leaving.map(({ signal }) => work('never', signal));
  const waiting = work(0);
  // Both calls have started by then.
  await setImmediate();
  for (const each of leaving) each.abort();
  for (const each of await Promise.allSettled(left)) expect(each).toMatchObject({ reason: { name: 'AbortError' } });
  expect(known).not.toContain(await waiting);
  await expect(work('die')).rejects.toThrow('the thread ended');
  expect(await work(0)).toBeGreaterThan(0);
  const gone = new AbortController();
  gone.abort();
  await expect(work(0, gone.signal)).rejects.toMatchObject({ name: 'AbortError' });
});

const JANUARY = { period: { from: '2026-01-01', to: '2026-01-31' }, tz: 'UTC' };

test('of one person it makes one report after the other, of two both at once', async () => {
  const make = async (userId: string) =>
    (await makeReport({ ...JANUARY }, { userId })) as unknown as {
      began: number;
      ended: number;
      threadId: number;
    };
  const [first, second] = await Promise.all([make('ana'), make('ana')]);
  expect(second.began).toBeGreaterThanOrEqual(first.ended);
  const [hers, his] = await Promise.all([make('ana'), make('bruno')]);
  expect(hers.threadId).not.toBe(his.threadId);
});

test('once it is stopped, and where there is no program, the work is done on the spot', async () => {
  const left = work('never');
  await setImmediate();
  const ended = expect(left).rejects.toThrow('the thread ended');
  await stopReadingThreads();
  await ended;
  expect(await work(5)).toBe(0);
});
