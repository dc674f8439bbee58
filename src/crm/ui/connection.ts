import { atom } from 'nanostores';
import { useEffect, useEffectEvent } from 'react';

/** After this long without an answer, the page calls the server slow. */
const SLOW_MS = 4000;
const RECHECK_MS = 4000;
const CHECK_TIMEOUT_MS = 4000;

/** The connection's state: whether it is lost, whether an answer is slow, and how many changes wait to be sent. */
export type Connection = { isLost: boolean; isSlow: boolean; waiting: number };

export const $connection = atom<Connection>({ isLost: false, isSlow: false, waiting: 0 });

const listeners = new Set<() => void>();
let pendingCheck: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let slowAnswers = 0;

function update(change: Partial<Connection>): void {
  $connection.set({ ...$connection.get(), ...change });
}

/** Resolves to whether the connection is lost. If so, polls every few seconds until it is back. */
export function checkConnection(): Promise<boolean> {
  pendingCheck ??= check().finally(() => {
    pendingCheck = undefined;
  });
  return pendingCheck;
}

async function check(): Promise<boolean> {
  clearTimeout(timer);
  if (await isReachable()) {
    markReachable();
    return false;
  }
  update({ isLost: true });
  timer = setTimeout(checkConnection, RECHECK_MS);
  return true;
}

async function isReachable(): Promise<boolean> {
  try {
    // Offline, a request would only add an error to the console.
    if (navigator.onLine) await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    // An 'offline' event meanwhile has only joined this check.
    return navigator.onLine;
  } catch {
    return false;
  }
}

/**
 * Called when the server has answered: ends a lost connection and resumes what waits for it. Not for an answer from
 * before the browser went offline: nothing would check again.
 */
export function markReachable(): void {
  if (!$connection.get().isLost || !navigator.onLine) return;
  clearTimeout(timer);
  update({ isLost: false });
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` on every reconnect. Returns an unsubscribe function. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `work` on every reconnect. */
export function useReconnect(work: () => void): void {
  const listener = useEffectEvent(work);
  useEffect(() => onReconnect(() => listener()), []);
}

/** Resolves on reconnect. Until then the browser asks before it leaves the page. */
export async function waitForReconnect(): Promise<void> {
  if (!$connection.get().isLost) return;
  update({ waiting: $connection.get().waiting + 1 });
  window.addEventListener('beforeunload', askToStay);
  await new Promise<void>((resolve) => {
    const unsubscribe = onReconnect(() => {
      unsubscribe();
      resolve();
    });
  });
  update({ waiting: $connection.get().waiting - 1 });
  if ($connection.get().waiting === 0) window.removeEventListener('beforeunload', askToStay);
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Reports an answer that is slow to come. Returns a function to call once it is there. */
export function trackAnswer(): () => void {
  let isSlow = false;
  const late = setTimeout(() => {
    isSlow = true;
    slowAnswers++;
    update({ isSlow: true });
  }, SLOW_MS);
  return () => {
    clearTimeout(late);
    if (isSlow && --slowAnswers === 0) update({ isSlow: false });
  };
}

if (typeof window !== 'undefined')
  for (const name of ['offline', 'online']) window.addEventListener(name, checkConnection);
