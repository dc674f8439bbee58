import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** An office of fifty may open all its panels at once. Making one takes the processor 10 to 20 ms. */
const MAX_WAITING = 256;
/** Node takes one new connection in each turn of the event loop. */
const MAX_TURNS_BETWEEN = 16;

type Give = (isTurn: boolean) => void;

/**
 * Has pages made one after the other, for one address after the other: whoever asks for many waits for their own. In
 * between, new connections are taken, and everything else is answered.
 */
export class PageTurns {
  /** By address; the first is the next to get a turn. */
  readonly #waiting = new Map<string, Give[]>();
  #count = 0;
  #connections = 0;

  constructor(server: Server) {
    server.on('connection', () => this.#connections++);
  }

  /** Resolves with true when it is this page's turn. If too many wait, the last of the address with the most gets false. */
  wait(address: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.set(address, [...(this.#waiting.get(address) ?? []), resolve]);
      if (++this.#count === 1) void this.#giveTurns();
      if (this.#count <= MAX_WAITING) return;
      const [busiest, most] = [...this.#waiting].reduce((one, other) =>
        other[1].length >= one[1].length ? other : one,
      );
      this.#put(busiest, most.slice(0, -1));
      most.at(-1)?.(false);
    });
  }

  async #giveTurns(): Promise<void> {
    while (this.#count > 0) {
      let before: number;
      let turns = 0;
      do {
        before = this.#connections;
        await setImmediate();
      } while (this.#connections > before && ++turns < MAX_TURNS_BETWEEN);
      const [[address, [next, ...rest]] = ['', []]] = this.#waiting;
      this.#waiting.delete(address);
      this.#put(address, rest);
      next?.(true);
    }
  }

  /** What is left of an address once one of its pages waits no more. */
  #put(address: string, rest: Give[]): void {
    if (rest.length > 0) this.#waiting.set(address, rest);
    else this.#waiting.delete(address);
    this.#count--;
  }
}
