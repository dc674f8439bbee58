import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { ofBusiestAddress } from '../connections';

/** Making a page takes the processor 10 to 20 ms, so the last of these waits about a second. */
const MAX_WAITING = 64;
/** Node takes one new connection in each turn of the event loop. */
const MAX_TURNS_BETWEEN = 16;

type Waiting = { address: string; resolve: (isTurn: boolean) => void };

/** Has pages made one after the other. In between, new connections are taken, and everything else is answered. */
export class PageTurns {
  readonly #waiting: Waiting[] = [];
  #connections = 0;

  constructor(server: Server) {
    server.on('connection', () => this.#connections++);
  }

  /** Resolves with true when it is this page's turn. If too many wait, the last of the address with the most gets false. */
  wait(address: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push({ address, resolve });
      if (this.#waiting.length === 1) void this.#giveTurns();
      if (this.#waiting.length <= MAX_WAITING) return;
      const last = ofBusiestAddress(this.#waiting).at(-1) as Waiting;
      this.#waiting.splice(this.#waiting.indexOf(last), 1);
      last.resolve(false);
    });
  }

  async #giveTurns(): Promise<void> {
    while (this.#waiting.length > 0) {
      let before: number;
      let turns = 0;
      do {
        before = this.#connections;
        await setImmediate();
      } while (this.#connections > before && ++turns < MAX_TURNS_BETWEEN);
      this.#waiting.shift()?.resolve(true);
    }
  }
}
