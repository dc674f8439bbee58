import { log } from '../log';

/** Polls at least this often, because another process may have written. */
const MAX_SLEEP_MS = 1000;

/**
 * Repeats `work`, never concurrently: at once when woken, otherwise after the milliseconds it asks for, at most a
 * second. What `work` throws is logged as `failed`, and followed by a pause of `pauseMs`, which no waking cuts short.
 */
export class Loop {
  #isPaused = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #stopped = false;

  constructor(
    private readonly work: () => Promise<number | null>,
    private readonly failed: string,
    private readonly pauseMs = 0,
  ) {}

  get isStopped(): boolean {
    return this.#stopped;
  }

  wake(): void {
    if (this.#stopped || this.#isPaused) return;
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
    while (this.#isWoken && !this.#stopped && !this.#isPaused) {
      this.#isWoken = false;
      try {
        sleep = await this.work();
      } catch (error) {
        this.#isPaused = this.pauseMs > 0;
        log.error({ event: this.failed, err: error });
      }
    }
    this.#running = undefined;
    if (this.#stopped) return;
    const wait = this.#isPaused ? this.pauseMs : Math.min(sleep ?? MAX_SLEEP_MS, MAX_SLEEP_MS);
    this.#timer = setTimeout(() => {
      this.#isPaused = false;
      this.wake();
    }, wait).unref();
  }
}
