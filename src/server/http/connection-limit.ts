import { readFileSync } from 'node:fs';

const MOST = 512;
const FEWEST = 8;
/** Handles that the process needs beside its visitors': the database, logs, modules, mail, webhooks. */
const RESERVED_HANDLES = 64;

/**
 * How many connections may be open at once: 512, or fewer where the system gives the process too few file handles.
 * Running out of them would fail whatever needs one next, an enquiry perhaps; a refused connection fails alone.
 */
export function connectionLimit(): number {
  const handles = readHandleLimit();
  return handles === null ? MOST : Math.max(FEWEST, Math.min(MOST, handles - RESERVED_HANDLES));
}

/** The process's limit on open files as Linux tells it; null elsewhere. */
function readHandleLimit(): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}
