import { startTransition, useEffect, useRef, useState } from 'react';
import { useStable } from '../ui/useStable';

/** A press is drawn first, and the next one often follows. */
const AFTER_PRESS_MS = 300;
/** The maximum wait of a batch. */
const MAX_WAIT_MS = 1500;
/** Batches take at most a fifth of the time, however slow the machine is. */
const SHARE = 5;
const PRESSES = ['pointerdown', 'keydown', 'keyup', 'click'] as const;

/**
 * Throttle: returns a function that hands over the first item at once, and what follows within `everyMs` together, in
 * order. A batch also waits until a moment after the last press, up to a limit.
 */
export function useBatches<Item>(everyMs: number, onBatch: (items: Item[]) => void): (item: Item) => void {
  const waiting = useRef<Item[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressedAt = useRef(-AFTER_PRESS_MS);
  /** Arrival of the oldest waiting item. */
  const since = useRef(0);
  /** The last batch handed over; `shown` counts those on the screen. */
  const handed = useRef({ count: 0, at: 0 });
  const [shown, setShown] = useState(0);

  const { hand, noteShown, notePress } = useStable({
    hand: () => {
      timer.current = undefined;
      if (waiting.current.length === 0) return;
      const now = performance.now();
      const longest = since.current + MAX_WAIT_MS - now;
      const quietIn = Math.min(pressedAt.current + AFTER_PRESS_MS - now, longest);
      if (quietIn > 0) {
        timer.current = setTimeout(hand, quietIn);
        return;
      }
      const items = waiting.current.splice(0);
      handed.current = { count: handed.current.count + 1, at: now };
      const { count } = handed.current;
      // Until it is shown; noteShown then schedules the next one.
      timer.current = setTimeout(hand, MAX_WAIT_MS);
      startTransition(() => {
        onBatch(items);
        setShown(count);
      });
    },
    noteShown: () => {
      const took = performance.now() - handed.current.at;
      clearTimeout(timer.current);
      timer.current = setTimeout(hand, Math.min(Math.max(everyMs, SHARE * took), MAX_WAIT_MS));
    },
    notePress: () => {
      pressedAt.current = performance.now();
    },
  });

  useEffect(() => {
    if (shown > 0) noteShown();
  }, [shown, noteShown]);

  useEffect(() => {
    for (const name of PRESSES) document.addEventListener(name, notePress, { capture: true, passive: true });
    return () => {
      clearTimeout(timer.current);
      for (const name of PRESSES) document.removeEventListener(name, notePress, { capture: true });
    };
  }, [notePress]);

  return (item) => {
    if (waiting.current.length === 0) since.current = performance.now();
    waiting.current.push(item);
    if (timer.current === undefined) hand();
  };
}
