import { readFileSync } from 'node:fs';

const MOST = 512;
const FEWEST = 8;
/** File handles the process needs beside its connections: database, logs, modules, mail, webhooks. */
const RESERVED_HANDLES = 64;

/**
 * How many connections may be open: 512, or fewer where the process gets too few file handles. Out of handles, whatever
 * needs one next would fail, perhaps an enquiry; a refused connection affects only itself.
 */
export function connectionLimit(): number {
  const handles = readHandleLimit();
  return handles === null ? MOST : Math.max(FEWEST, Math.min(MOST, handles - RESERVED_HANDLES));
}

function readHandleLimit(): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}
