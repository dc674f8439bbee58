import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { isTyping } from '../forms/is-typing';
import { useStable } from '../useStable';
import { undoLast } from './toasts';

/**
 * Ctrl+Z undoes what a toast last offered to undo, even once it is gone. Alt+T focuses the current toast, and `leave`
 * moves back. If the focused toast disappears, the focus returns by itself, or moves to its replacement.
 */
export function useToastFocus(region: RefObject<HTMLElement | null>, id: number | undefined) {
  const from = useRef<HTMLElement>(null);
  const isInside = useRef(false);
  const isOutside = (target: EventTarget | null) => !region.current?.contains(target as Node | null);

  const { leave, press, follow } = useStable({
    leave: () => {
      if (!isInside.current) return;
      isInside.current = false;
      const back = from.current;
      from.current = null;
      if (back?.isConnected) back.focus({ preventScroll: true });
      else (document.activeElement as HTMLElement | null)?.blur();
    },
    press: (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      // While typing, Ctrl+Z is the field's; and an open question must be answered first.
      const isAsked = document.querySelector('[role=alertdialog]') !== null;
      if (isUndo && !isTyping(event) && !isAsked && !event.repeat && undoLast()) event.preventDefault();
      if (!event.altKey || event.code !== 'KeyT' || id === undefined) return;
      event.preventDefault();
      region.current?.focus();
    },
    follow: () => {
      if (!isInside.current || !isOutside(document.activeElement)) return;
      if (id === undefined) leave();
      else region.current?.focus();
    },
  });

  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each toast that comes or goes
  useEffect(() => follow(), [id, follow]);

  return {
    leave,
    onFocus: ({ relatedTarget }: FocusEvent) => {
      isInside.current = true;
      if (relatedTarget instanceof HTMLElement && isOutside(relatedTarget)) from.current = relatedTarget;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Switching to another window and back leaves the focus in the toast.
      if (isOutside(relatedTarget) && document.hasFocus()) isInside.current = false;
    },
  };
}
