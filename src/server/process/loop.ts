import { log } from '../log';

/** Polls at least this often, because another process may have written. */
const LONGEST_SLEEP_MS = 1000;

/**
 * Repeats `work`, never concurrently: at once when woken, otherwise after the milliseconds it asks for, at most a
 * second. What `work` throws is logged as `failed`.
 */
export class Loop {
  readonly #work: () => Promise<number | null>;
  readonly #failed: string;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #stopped = false;

  constructor(work: () => Promise<number | null>, failed: string) {
    this.#work = work;
    this.#failed = failed;
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
      try {
        sleep = await this.#work();
      } catch (error) {
        log.error({ event: this.#failed, err: error });
      }
    }
    this.#running = undefined;
    if (this.#stopped) return;
    const wait = Math.min(sleep ?? LONGEST_SLEEP_MS, LONGEST_SLEEP_MS);
    this.#timer = setTimeout(() => this.wake(), wait).unref();
  }
}
