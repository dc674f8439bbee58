import { useEffect, useEffectEvent } from 'react';
import { isLayerOpen } from '../layers/useLayer';

/** Leaving and coming back more often than this reads once. */
const FRESH_MS = 3000;
/** After the last press or move, a hand has come to rest: what changes now moves nothing that is being aimed at. */
const STILL_MS = 500;

const HAND = ['pointerdown', 'pointermove', 'pointerup', 'keydown', 'wheel', 'touchmove'] as const;
let lastTouched = 0;
/** Forms standing on the page with something typed that was not sent yet. */
const typed = new Set<HTMLFormElement>();

/** Calls `work` whenever somebody comes back to the page, from another tab, window or device, where things change. */
export function useReturn(work: () => Promise<unknown>): void {
  const read = useEffectEvent(work);
  useEffect(() => {
    let last = performance.now();
    const come = () => {
      if (document.visibilityState === 'hidden' || performance.now() - last < FRESH_MS) return;
      last = performance.now();
      void read();
    };
    window.addEventListener('focus', come);
    document.addEventListener('visibilitychange', come);
    return () => {
      window.removeEventListener('focus', come);
      document.removeEventListener('visibilitychange', come);
    };
  }, []);
}

/** Resolves once nobody is pressing, moving or typing, no menu or dialog is open, and nothing typed waits to be sent. */
export async function whenStill(): Promise<void> {
  while (performance.now() - lastTouched < STILL_MS || isLayerOpen() || hasTyped())
    await new Promise((resolve) => setTimeout(resolve, STILL_MS / 5));
}

/** A form was sent: what it held is the server's now. */
export function forgetTyped(form: HTMLFormElement): void {
  typed.delete(form);
}

function hasTyped(): boolean {
  for (const form of typed) if (!form.isConnected) typed.delete(form);
  return typed.size > 0;
}

function touch(): void {
  lastTouched = performance.now();
}

/** A form that searches keeps nothing from being shown. */
function noticeTyped({ target }: Event): void {
  const form = target instanceof HTMLElement ? target.closest('form') : null;
  if (form?.method === 'post') typed.add(form);
}

if (typeof window !== 'undefined') {
  for (const name of HAND) window.addEventListener(name, touch, { capture: true, passive: true });
  window.addEventListener('input', noticeTyped, true);
}
