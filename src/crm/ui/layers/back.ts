import { useEffectEvent, useLayoutEffect } from 'react';
import { BESIDE } from './useIsWide';

/**
 * On a small window, each open layer has a history entry of its own: a step back closes it, as people expect of what
 * fills their phone, and leaves the page below alone. Its state says how many layers are open there.
 */
type Entry = { layers?: number };

/** How long to wait for a step of one's own. One that arrives later is taken for the user's, so far longer than any takes. */
const STEP_TIMEOUT_MS = 10_000;
/** A layer that a step back has closed is gone by then; one that asks first stays, and gets its entry back. */
const CLOSES_MS = 300;

/** What a step back closes, topmost last. */
const layers: { close: () => void }[] = [];
let depth = 0;
/** During a step of one's own: the work that waits for it, because it would change the entry being left. */
let waiting: (() => void)[] | undefined;

const readDepth = () => (history.state as Entry | null)?.layers ?? 0;

/** Pushes the entries that are missing, and steps back from those whose layer is gone. */
function even(): void {
  if (waiting) return;
  depth = readDepth();
  if (depth > layers.length) step(depth - layers.length);
  for (; depth < layers.length; depth++) write('pushState', { layers: depth + 1 } satisfies Entry, location.href);
}

function step(entries: number, work?: () => void): void {
  const own = work ? [work] : [];
  waiting = own;
  setTimeout(() => waiting === own && arrive(), STEP_TIMEOUT_MS);
  history.go(-entries);
}

function arrive(): void {
  const own = waiting;
  waiting = undefined;
  const left = depth - readDepth();
  depth = readDepth();
  // One of them may begin another step, and the others wait for that.
  if (own) for (const work of own) afterStep(work);
  else if (left > 0) for (const layer of layers.slice(-left).reverse()) layer.close();
  // Somebody came to the entry of a layer that is closed by now: a reload, a step forward, or back over it.
  if (depth > layers.length) even();
  else setTimeout(even, CLOSES_MS);
}

/** Runs what changes the history once no step of this module is on its way. */
export function afterStep(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}

/** Likewise, and from the entry below all layers, which close by themselves. */
export function belowLayers(work: () => void): void {
  afterStep(() => {
    const entries = readDepth();
    if (entries > 0) step(entries, work);
    else work();
  });
}

/** `history.pushState` for the page below: open layers stay on top of the new entry. */
export function pushBelow(state: unknown, url: string): void {
  write(readDepth() > 0 ? 'replaceState' : 'pushState', state, url);
  even();
}

/** `history.replaceState` for the page below; `keep`: with the state it has. */
export function replaceBelow(state: unknown, url: string): void {
  belowLayers(() => write('replaceState', state === KEEP ? history.state : state, url));
}

export const KEEP = Symbol('the entry’s own state');

function write(how: 'pushState' | 'replaceState', state: unknown, url: string): void {
  try {
    history[how](state, '', url);
  } catch {
    // Safari allows a hundred of these in half a minute. Beyond that the URL is not updated.
  }
}

/** On a small window, a step back calls `close` from now on. Returns how to end that. */
export function closeOnBack(close: () => void): () => void {
  if (matchMedia(`(width >= ${BESIDE}rem)`).matches) return () => {};
  const layer = { close };
  layers.push(layer);
  afterStep(even);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    // Another one may open at once in its place.
    setTimeout(even);
  };
}

/** `closeOnBack` while the component is mounted. */
export function useBack(close: () => void): void {
  const closeNow = useEffectEvent(close);
  useLayoutEffect(() => closeOnBack(() => closeNow()), []);
}

if (typeof window !== 'undefined') {
  depth = readDepth();
  window.addEventListener('popstate', arrive);
  // A reload keeps the entry, and no layer.
  if (depth > 0) even();
}
