import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { AppError } from '../app-error';
import { type Failure, rebuildFailure } from './reader-tasks';

/** V8's heap per reading thread, in MB: the ids of a million leads take 8. */
const HEAP_MB = 96;
/**
 * Half of a reading thread's young generation. The server's flag (package.json) applies to every thread and overrides
 * its resourceLimits: with 16 MB, 25 MB more stay after a report, which is made no sooner.
 */
const SEMI_SPACE_MB = 2;
/** A year's report on a million leads takes about 4 s on a quiet machine. */
const TIMEOUT_MS = 60_000;
/** One thread stays once needed; a second, for work stuck behind a long report, lingers this long. */
const MAX_THREADS = 2;
const LINGER_MS = 10_000;

const tasks = new Map<string, (input: never) => unknown>();

export type Order = { name: string; input: unknown };
export type Answer = { result: unknown } | Failure;

/**
 * Runs slow reading in another thread with its own connection (docs/decisions/039). Input and output are cloned. In a
 * process without threads, such as a test's, it runs in place.
 */
export function inReadingThread<Input, Output>(
  name: string,
  work: (input: Input) => Output,
): (input: Input, signal?: AbortSignal) => Promise<Output> {
  tasks.set(name, work);
  return async (input, signal) =>
    program ? (onFreeThread(() => ask({ name, input }, signal)) as Promise<Output>) : work(input);
}

/** Runs a task, inside the thread. */
export function runTask({ name, input }: Order): unknown {
  return tasks.get(name)?.(input as never);
}

let program: string | undefined;
const onFreeThread = pLimit(MAX_THREADS);
const threads = new Set<Worker>();
const idle: Worker[] = [];

/** Sets the path of the threads' program. The first starts when needed, in about 50 ms. */
export function setReadingThreadProgram(path: string): void {
  program = path;
  // Read when an isolate starts, so the server's keeps its own.
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
}

/** Ends the threads: the database's last connection must be the writer. */
export async function stopReadingThreads(): Promise<void> {
  program = undefined;
  onFreeThread.clearQueue();
  await Promise.all([...threads].map((worker) => worker.terminate()));
}

/** Ends the task if nobody waits for it. Throws AppError `busy` if it takes too long; whatever the task throws. */
async function ask(order: Order, signal?: AbortSignal): Promise<unknown> {
  signal?.throwIfAborted();
  const worker = idle.pop() ?? start();
  const gone = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const leave = () => reject(signal?.aborted ? signal.reason : new AppError('busy'));
  gone.addEventListener('abort', leave);
  const end = () => reject(new Error('the thread ended'));
  worker.once('message', resolve).once('error', reject).once('exit', end);
  try {
    worker.postMessage(order);
    const answer = await promise;
    keep(worker.off('error', reject).off('exit', end));
    if ('result' in answer) return answer.result;
    throw rebuildFailure(answer);
  } catch (error) {
    if (!idle.includes(worker)) await worker.terminate();
    throw error;
  } finally {
    gone.removeEventListener('abort', leave);
  }
}

function start(): Worker {
  if (!program) throw new AppError('busy');
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  worker.unref();
  worker.on('error', () => {});
  threads.add(worker);
  worker.on('exit', () => {
    threads.delete(worker);
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
  });
  return worker;
}

function keep(worker: Worker): void {
  idle.push(worker);
  if (idle.length < MAX_THREADS) return;
  setTimeout(() => {
    if (idle.length === MAX_THREADS) void idle.shift()?.terminate();
  }, LINGER_MS).unref();
}
