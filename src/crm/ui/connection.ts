import { atom } from 'nanostores';
import { useEffect, useEffectEvent } from 'react';

/** After this long without an answer, the page calls the server slow. */
const SLOW_MS = 4000;
const LOOK_AGAIN_MS = 4000;
const LONGEST_LOOK_MS = 4000;

/** The connection's state: whether it is lost, whether an answer is slow, and how many changes wait to be sent. */
export type Connection = { isLost: boolean; isSlow: boolean; waiting: number };

export const $connection = atom<Connection>({ isLost: false, isSlow: false, waiting: 0 });

const returning = new Set<() => void>();
let looking: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let slow = 0;

function tell(change: Partial<Connection>): void {
  $connection.set({ ...$connection.get(), ...change });
}

/** Checks whether the connection is lost. If so, polls every few seconds until it is back. */
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

/** Call it when the server answered: ends a lost connection and resumes what waits for it. */
export function noteReached(): void {
  if (!$connection.get().isLost) return;
  clearTimeout(timer);
  tell({ isLost: false });
  for (const goOn of [...returning]) goOn();
}

/** Calls `goOn` on every reconnect. Returns an unsubscribe function. */
export function onReturn(goOn: () => void): () => void {
  returning.add(goOn);
  return () => void returning.delete(goOn);
}

/** Resolves on reconnect. Until then the browser asks before it leaves the page. */
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

/** Watches for a slow answer. Returns a function to call when it arrives. */
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

/** Calls `work` on every reconnect. */
export function useReturn(work: () => void): void {
  const goOn = useEffectEvent(work);
  useEffect(() => onReturn(() => goOn()), []);
}
