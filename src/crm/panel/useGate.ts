import { type RefObject, useEffect, useState } from 'react';

/** How long rows stay where they are after a press, and after a mouse has moved over them. */
const AFTER_PRESS_MS = 300;
const AFTER_MOVE_MS = 200;
/** The longest that anything waits. */
const LONGEST_MS = 1500;

type Reason = 'press' | 'move' | 'slide';

/** What would move rows waits before it while it is shut: whoever presses something means the row that they see there. */
export type Gate = {
  /** Shuts it for this long. Of several reasons, the one that lasts longest counts. */
  shut: (reason: Reason, ms: number) => void;
  /** Whether that reason still lasts. */
  isShutFor: (reason: Reason) => boolean;
  /** Does `work` at once, or as soon as it opens. */
  whenOpen: (work: () => void) => void;
};

/** A gate that is shut while something in `list` is pressed, or a mouse is on its way to it. */
export function useGate(list: RefObject<HTMLElement | null>): Gate {
  const [gate] = useState(makeGate);

  useEffect(() => {
    let isPressed = false;
    const isInside = ({ target }: Event) => target instanceof Node && list.current?.contains(target);
    function press(event: PointerEvent) {
      if (!isInside(event)) return;
      isPressed = true;
      gate.shut('press', LONGEST_MS);
    }
    function release() {
      if (isPressed) gate.shut('press', AFTER_PRESS_MS);
      isPressed = false;
    }
    function move(event: PointerEvent) {
      if (event.pointerType !== 'touch' && isInside(event)) gate.shut('move', AFTER_MOVE_MS);
    }
    const options = { capture: true, passive: true };
    document.addEventListener('pointerdown', press, options);
    document.addEventListener('pointerup', release, options);
    document.addEventListener('pointercancel', release, options);
    document.addEventListener('pointermove', move, options);
    return () => {
      document.removeEventListener('pointerdown', press, options);
      document.removeEventListener('pointerup', release, options);
      document.removeEventListener('pointercancel', release, options);
      document.removeEventListener('pointermove', move, options);
    };
  }, [gate, list]);

  return gate;
}

function makeGate(): Gate {
  const waiting: (() => void)[] = [];
  const until = { press: 0, move: 0, slide: 0 };
  let opensAtLast = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open() {
    timer = undefined;
    Object.assign(until, { press: 0, move: 0, slide: 0 });
    // What moves them now may shut it again.
    while (timer === undefined) {
      const work = waiting.shift();
      if (!work) return;
      work();
    }
  }

  return {
    shut(reason, ms) {
      const now = performance.now();
      if (timer === undefined) opensAtLast = now + LONGEST_MS;
      until[reason] = now + ms;
      clearTimeout(timer);
      timer = setTimeout(open, Math.min(opensAtLast, Math.max(...Object.values(until))) - now);
    },
    isShutFor: (reason) => until[reason] > performance.now(),
    whenOpen(work) {
      if (timer === undefined) work();
      else waiting.push(work);
    },
  };
}
