import { readFileSync } from 'node:fs';

const MOST = 512;
const FEWEST = 8;
/** File handles that the process needs besides its visitors: for the database, logs, modules, mail, webhooks. */
const RESERVED_HANDLES = 64;

/**
 * How many connections may be open: 512, or fewer if the system gives the process too few file handles. Without
 * handles, whatever needs one next would fail, perhaps an enquiry. A refused connection only affects itself.
 */
export function connectionLimit(): number {
  const handles = readHandleLimit();
  return handles === null ? MOST : Math.max(FEWEST, Math.min(MOST, handles - RESERVED_HANDLES));
}

/** The process's limit of open files on Linux; null elsewhere. */
function readHandleLimit(): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}
