import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** The last there is. */
const LOWEST = 19;
/** Where Linux tells of a process's threads, and what libuv calls the ones that passwords are hashed in. */
const THREADS = '/proc/self/task';
const NAME = 'libuv-worker';

let isDone = false;

/**
 * Lets the thread that answers requests go before those that hash passwords (libuv's, which besides read files, look
 * up names for mails and webhooks, compress exports and bring long work to the disk). To be called once they exist.
 * Only Linux gives each thread a priority of its own; elsewhere, and where the threads have no such name, all stay
 * equal.
 */
export function lowerHashPriority(): void {
  if (isDone) return;
  isDone = true;
  const lower = Math.min(LOWEST, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL);
  for (const thread of listThreads()) {
    try {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim() === NAME)
        setPriority(Number(thread), lower);
    } catch {
      // It has ended meanwhile, or may not be changed; hashing works all the same.
    }
  }
}

/** None where the system does not tell. */
function listThreads(): string[] {
  try {
    return readdirSync(THREADS);
  } catch {
    return [];
  }
}
