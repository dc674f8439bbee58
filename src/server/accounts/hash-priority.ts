import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Where Linux tells of a process's threads, and what libuv calls the ones that passwords are hashed in. */
const THREADS = '/proc/self/task';
const NAME = 'libuv-worker';

let isDone = false;

/**
 * Lets the thread that answers requests go before those that hash passwords (libuv's, which besides read files and
 * look up names for mails and webhooks). To be called once they exist. Only Linux gives each thread a priority of its
 * own; elsewhere, and where the threads have no such name, all stay equal.
 */
export function lowerHashPriority(): void {
  if (isDone) return;
  isDone = true;
  try {
    for (const thread of readdirSync(THREADS)) {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim() === NAME)
        setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {
    // Hashing works all the same.
  }
}
