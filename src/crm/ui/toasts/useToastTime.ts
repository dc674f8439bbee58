import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { useStable } from '../useStable';
import { dismissToast } from './toasts';

/** Long enough to read; with undo, also to think twice. */
const STAYS_MS = { toRead: 5000, toUndo: 10_000 };

/**
 * Removes the toast `id` after its time, but not while a mouse points at it, while it has the focus, or while the page
 * is hidden, so that a user back from WhatsApp still sees it. A mouse counts once moved over the toast, not if the
 * toast appeared under it. `startAgain` restarts its time.
 */
export function useToastTime(
  region: RefObject<HTMLElement | null>,
  id: number | undefined,
  stays: keyof typeof STAYS_MS,
): { startAgain: () => void; point: (event: PointerEvent) => void; leave: () => void } {
  const isPointed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { startAgain, point, leave } = useStable({
    startAgain: () => {
      clearTimeout(timer.current);
      if (id === undefined) return;
      timer.current = setTimeout(
        () => (isPointed.current || isHeld(region.current) ? startAgain() : dismissToast(id)),
        STAYS_MS[stays],
      );
    },
    point: ({ pointerType }: PointerEvent) => {
      // A lifted finger no longer points, and fires no event.
      isPointed.current = pointerType === 'mouse';
    },
    leave: () => {
      isPointed.current = false;
      startAgain();
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast has its own time
  useEffect(() => {
    isPointed.current = false;
    startAgain();
    return () => clearTimeout(timer.current);
  }, [id, startAgain]);

  useEffect(() => {
    document.addEventListener('visibilitychange', startAgain);
    return () => document.removeEventListener('visibilitychange', startAgain);
  }, [startAgain]);

  return { startAgain, point, leave };
}

/** Checked on timeout, not tracked by events: a disappearing element sends no blur. */
function isHeld(region: HTMLElement | null): boolean {
  if (document.visibilityState === 'hidden') return true;
  // A touch leaves an invisible focus: only a visible one counts.
  return Boolean(region?.matches(':focus-visible, :has(:focus-visible)'));
}
