import { type RefObject, useEffect, useRef } from 'react';
import { useStable } from '../useStable';
import { dismissToast } from './toasts';

const STAYS_MS = 5000;

/**
 * Takes the toast `id` away when its time is up: not while the pointer or the focus is on it, nor while its page is out
 * of sight, so that whoever comes back from WhatsApp finds it. `startAgain` gives it its whole time once more.
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

/** Asked when the time is up, not kept: what loses pointer or focus by going away tells nobody. */
function isHeld(region: HTMLElement | null): boolean {
  if (document.visibilityState === 'hidden') return true;
  // A finger that has been lifted leaves its hover behind, and a focus that nobody sees.
  if (region?.matches(':focus-visible, :has(:focus-visible)')) return true;
  return matchMedia('(hover: hover)').matches && Boolean(region?.matches(':hover'));
}
