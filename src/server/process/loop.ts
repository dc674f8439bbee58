import { log } from '../log';

/** Polls at least this often, because another process may have written. */
const LONGEST_SLEEP_MS = 1000;

/**
 * Repeats `work`, never concurrently: at once when woken, otherwise after the milliseconds it asks for, at most a
 * second. What `work` throws is logged as `failed`, and followed by a pause of `pauseMs`, which no waking cuts short.
 */
export class Loop {
  readonly #work: () => Promise<number | null>;
  readonly #failed: string;
  readonly #pauseMs: number;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #stopped = false;

  constructor(work: () => Promise<number | null>, failed: string, pauseMs = 0) {
    this.#work = work;
    this.#failed = failed;
    this.#pauseMs = pauseMs;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  wake(): void {
    if (this.#stopped) return;
    this.#isWoken = true;
    this.#running ??= this.#run();
  }

  /** Stops, and resolves once the current run has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    let sleep: number | null = null;
    while (this.#isWoken && !this.#stopped) {
      this.#isWoken = false;
      if (performance.now() < this.#pausedUntil) break;
      try {
        sleep = await this.#work();
      } catch (error) {
        this.#pausedUntil = performance.now() + this.#pauseMs;
        log.error({ event: this.#failed, err: error });
      }
    }
    this.#running = undefined;
    if (this.#stopped) return;
    const wait = Math.min(sleep ?? LONGEST_SLEEP_MS, LONGEST_SLEEP_MS);
    this.#timer = setTimeout(() => this.wake(), wait).unref();
  }
}
