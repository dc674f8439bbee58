import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { log } from '../log';
import { type Answer, type Order, rebuildFailure, type Task } from './reader-tasks';

/** The reader's V8 heap, in MB. A workbook of 50,000 rows and 8 columns takes a third. */
const HEAP_MB = 256;
/** Per piece: the slowest of a file within bounds takes about 4 s, and a request is cut after 30 s. */
const TIMEOUT_MS = 20_000;
/** How long it lingers after its last task, sparing the next one the start, 0.2 s of a processor. */
const IDLE_MS = 60_000;

let program: string | undefined;

export function setReaderProgram(path: string): void {
  program = path;
}

/** The reader died of its input: out of memory, or out of time. */
export class ReaderDied extends Error {
  override name = 'ReaderDied';
  readonly because: 'memory' | 'time';

  constructor(because: 'memory' | 'time') {
    super(`the reader died: ${because}`);
    this.because = because;
  }
}

type Tasks = Record<string, Task<never, unknown>>;
type InputOf<Known extends Tasks, Name extends keyof Known> = Parameters<Known[Name]>[0];
type PieceOf<Known extends Tasks, Name extends keyof Known> =
  ReturnType<Known[Name]> extends AsyncIterable<infer Piece> ? Piece : never;

/**
 * Runs what is slow, or may not end, in a child process, one task after the other. A thread would not do: when its heap
 * is full, V8 ends the whole process (docs/decisions/038).
 */
export class Reader<Known extends Tasks> {
  readonly #turn = pLimit(1);
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor() {
    // A stuck child would not notice.
    process.on('exit', () => this.#child?.kill('SIGKILL'));
  }

  /** How many tasks wait for their turn. */
  get waiting(): number {
    return this.#turn.pendingCount;
  }

  /**
   * A task's pieces, each read on demand; abandoning the iterator ends the task.
   * @throws {AppError} what the task throws; {ReaderDied}; {Error} if it cannot be started, or is being stopped.
   */
  async *read<Name extends keyof Known & string>(
    name: Name,
    input: InputOf<Known, Name>,
  ): AsyncGenerator<PieceOf<Known, Name>> {
    const leave = await new Promise<() => void>((take) => {
      void this.#turn(() => new Promise<void>((end) => take(end)));
    });
    clearTimeout(this.#idle);
    let order: Order = { task: name, input };
    let isOpen = false;
    try {
      for (;;) {
        isOpen = false;
        const answer = await this.#ask(order);
        if ('over' in answer) return;
        if (!('piece' in answer)) throw rebuildFailure(answer);
        isOpen = true;
        yield answer.piece as PieceOf<Known, Name>;
        order = { more: true };
      }
    } finally {
      if (isOpen) await this.#ask({ end: true }).catch(() => {});
      this.#idle = setTimeout(() => this.#child?.connected && this.#child.disconnect(), IDLE_MS).unref();
      leave();
    }
  }

  /** Ends it, whatever it is doing. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Sends an order and awaits its answer. Only a new task starts the process: a crash loses a running task's state. */
  async #ask(order: Order): Promise<Answer> {
    const child = 'task' in order ? this.#start() : this.#child;
    if (!child) throw new Error('the reader is at no task');
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let isLate = false;
    const explain = () => {
      const { exitCode, signalCode } = child;
      if (signalCode === null || this.#isStopped)
        return reject(new Error(`the reader ended: ${signalCode ?? exitCode}`));
      log.error({ event: 'reader_died', signal: signalCode, late: isLate });
      reject(new ReaderDied(isLate ? 'time' : 'memory'));
    };
    if (hasEnded(child)) explain();
    // With the channel closed, 'exit' says why.
    else child.send(order, (error) => error && child.connected && reject(error));
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, TIMEOUT_MS);
    child.once('message', resolve).once('error', reject).once('exit', explain);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      child.off('message', resolve).off('error', reject).off('exit', explain);
    }
  }

  #start(): ChildProcess {
    if (this.#child?.connected && !hasEnded(this.#child)) return this.#child;
    if (!program) throw new Error('the reader is not built');
    if (this.#isStopped) throw new Error('the reader is stopped');
    const child = fork(program, {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(program), '.compiled') },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Without a listener an error would end the server; whoever awaits an answer gets it anyway.
    child.on('error', () => {});
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
