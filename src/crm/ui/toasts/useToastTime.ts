import { type RefObject, useEffect, useRef } from 'react';
import { useStable } from '../useStable';
import { dismissToast } from './toasts';

const STAYS_MS = 5000;

/**
 * Removes the toast `id` after its time, but not while the pointer or the focus is on it, nor while the page is hidden,
 * so that a user who comes back from WhatsApp still sees it. `startAgain` restarts its time.
 */
export function useToastTime(
  region: RefObject<HTMLElement | null>,
  id: number | undefined,
): { startAgain: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { startAgain } = useStable({
    startAgain: () => {
      clearTimeout(timer.current);
      if (id === undefined) return;
      timer.current = setTimeout(() => (isHeld(region.current) ? startAgain() : dismissToast(id)), STAYS_MS);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast has its own time
  useEffect(() => {
    startAgain();
    return () => clearTimeout(timer.current);
  }, [id, startAgain]);

  useEffect(() => {
    document.addEventListener('visibilitychange', startAgain);
    return () => document.removeEventListener('visibilitychange', startAgain);
  }, [startAgain]);

  return { startAgain };
}

/** Checked when the time is over, not tracked by events: an element that disappears sends no blur or leave event. */
function isHeld(region: HTMLElement | null): boolean {
  if (document.visibilityState === 'hidden') return true;
  // After a touch, `:hover` and an invisible focus stay. So only a visible focus counts, and hover only where a pointer
  // can hover.
  if (region?.matches(':focus-visible, :has(:focus-visible)')) return true;
  return matchMedia('(hover: hover)').matches && Boolean(region?.matches(':hover'));
}
