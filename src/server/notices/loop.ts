import { log } from '../log';

/** At the latest after so long it looks again, also for what another process wrote. */
const LONGEST_SLEEP_MS = 1000;

/**
 * Runs `work` again and again: at once when it is woken, otherwise after as many milliseconds as it asks for, a second at
 * most. Never twice at the same time.
 */
export class Loop {
  readonly #work: () => Promise<number | null>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #stopped = false;

  constructor(work: () => Promise<number | null>) {
    this.#work = work;
  }

  wake(): void {
    if (this.#stopped) return;
    this.#isWoken = true;
    this.#running ??= this.#run();
  }

  /** Starts no more work; resolves when what is under way has ended. */
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
        log.error({ event: 'notices_failed', err: error });
      }
    }
    this.#running = undefined;
    if (this.#stopped) return;
    const wait = Math.min(sleep ?? LONGEST_SLEEP_MS, LONGEST_SLEEP_MS);
    this.#timer = setTimeout(() => this.wake(), wait).unref();
  }
}
