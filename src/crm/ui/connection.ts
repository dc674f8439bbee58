import { atom } from 'nanostores';

/** How long an answer may take before somebody is told that it is slow. */
const SLOW_MS = 4000;
const LOOK_AGAIN_MS = 4000;
const LONGEST_LOOK_MS = 4000;

/**
 * What a page knows of its way to the server: whether there is none, whether an answer takes long, and how many changes
 * wait until there is one again.
 */
export type Connection = { isLost: boolean; isSlow: boolean; waiting: number };

export const $connection = atom<Connection>({ isLost: false, isSlow: false, waiting: 0 });

const returning = new Set<() => void>();
let looking: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let slow = 0;

function tell(change: Partial<Connection>): void {
  $connection.set({ ...$connection.get(), ...change });
}

/** Finds out whether the server cannot be reached, and says so until it can. For whoever got no answer. */
export function findWhetherLost(): Promise<boolean> {
  looking ??= look().finally(() => {
    looking = undefined;
  });
  return looking;
}

async function look(): Promise<boolean> {
  clearTimeout(timer);
  if (await answers()) {
    noteReached();
    return false;
  }
  tell({ isLost: true });
  timer = setTimeout(findWhetherLost, LOOK_AGAIN_MS);
  return true;
}

async function answers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_LOOK_MS) });
    return true;
  } catch {
    return false;
  }
}

/** An answer came: whoever waits for the connection goes on, if it was lost. */
export function noteReached(): void {
  if (!$connection.get().isLost) return;
  clearTimeout(timer);
  tell({ isLost: false });
  for (const goOn of [...returning]) goOn();
}

/** Calls `goOn` each time that a lost connection is back. Returns how to hear no more of it. */
export function onReturn(goOn: () => void): () => void {
  returning.add(goOn);
  return () => void returning.delete(goOn);
}

/** Resolves once a connection that was lost is back. Until then a change waits, and the page asks before it is left. */
export async function waitForReturn(): Promise<void> {
  if (!$connection.get().isLost) return;
  tell({ waiting: $connection.get().waiting + 1 });
  window.addEventListener('beforeunload', askToStay);
  await new Promise<void>((resolve) => {
    const forget = onReturn(() => {
      forget();
      resolve();
    });
  });
  tell({ waiting: $connection.get().waiting - 1 });
  if ($connection.get().waiting === 0) window.removeEventListener('beforeunload', askToStay);
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Says that an answer is slow once it takes long. Returns how to tell that it is there. */
export function expectAnswer(): () => void {
  let isSlow = false;
  const late = setTimeout(() => {
    isSlow = true;
    slow++;
    tell({ isSlow: true });
  }, SLOW_MS);
  return () => {
    clearTimeout(late);
    if (isSlow && --slow === 0) tell({ isSlow: false });
  };
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => void findWhetherLost());
  window.addEventListener('online', () => void findWhetherLost());
}
