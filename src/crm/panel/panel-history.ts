/** After this time, a step back has led nowhere. */
const LONGEST_STEP_MS = 1000;

/** Begins the mark of a step that opening a lead has made. Before it is the same panel without a lead. */
const OPENED = 'opened';
/** The mark of the step that is being left: to leave it twice would leave the panel. */
let leaving: unknown = null;

/** What waits until a step back has arrived; null while none is on its way. */
let waiting: (() => void)[] | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Adds the step of an open lead. */
export function pushOpened(address: string): void {
  // Who comes in while the lead is open pushes the rows down, and the page is scrolled along with them: to scroll it
  // back when it is closed would show other rows.
  history.scrollRestoration = 'manual';
  history.pushState(`${OPENED} ${performance.now()}`, '', address);
  history.scrollRestoration = 'auto';
}

/** Leaves the step of an open lead: back to the one before where opening it has made one, or else by this address. */
export function leaveOpened(address: string): void {
  if (!isOpened(history.state) || history.state === leaving) {
    history.replaceState(null, '', address);
    return;
  }
  leaving = history.state;
  waiting = [];
  timer = setTimeout(arrive, LONGEST_STEP_MS);
  history.back();
}

/**
 * Does `write`, which adds or changes a step of the history. Browsers take a moment for a step back; where one is on its
 * way, `write` waits for it: it would change the step that is being left, or add one that is left at once.
 */
export function writeHistory(write: () => void): void {
  if (waiting) waiting.push(write);
  else write();
}

function isOpened(state: unknown): boolean {
  return typeof state === 'string' && state.startsWith(OPENED);
}

function arrive(): void {
  clearTimeout(timer);
  const writes = waiting ?? [];
  waiting = null;
  writes.forEach(writeHistory);
}

// From the beginning, and so before those who follow the address, which what waited changes.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    leaving = null;
    arrive();
    if (!isOpened(history.state)) {
      requestAnimationFrame(() => {
        history.scrollRestoration = 'auto';
      });
    }
  });
}
