import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Gate } from './useGate';

const SLIDE_MS = 350;
/** For the frames before the rows begin to slide, and after they have. */
const MARGIN_MS = 100;

/**
 * Has the rows of `list` make room slowly for who comes in above them, so that nobody loses the one they look at.
 * `firstId` is the topmost lead, `isFresh` whether it has just come in. Who comes next waits at `gate` until they have
 * made room; and whoever presses one of them stops them for that long, so that they meet the one that they see.
 */
export function useSlideIn(
  list: RefObject<HTMLElement | null>,
  firstId: number | undefined,
  isFresh: boolean,
  gate: Gate,
): void {
  const wasFirst = useRef<HTMLElement>(undefined);
  const slide = useRef<Animation>(undefined);
  /** The last one that was asked for. */
  const latest = useRef({});

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are other ones once another lead is the first
  useLayoutEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[data-lead-id]');
    const before = wasFirst.current;
    wasFirst.current = row ?? undefined;
    const rows = row?.parentElement;
    if (!isFresh || !rows || !before?.isConnected || !isTopInSight(row)) return;
    const height = before.offsetTop - row.offsetTop;
    if (height <= 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Where rows are sliding still, they go on from where they are.
    const start = shiftBy(height - new DOMMatrix(getComputedStyle(rows).transform).m42);
    const own = {};
    latest.current = own;
    slide.current?.cancel();
    // For one frame it stands still: what an animation holds, browsers take for shifted.
    Object.assign(rows.style, start);
    gate.shut('slide', SLIDE_MS + MARGIN_MS);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (latest.current !== own) return;
        Object.assign(rows.style, { transform: '', clipPath: '' });
        gate.shut('slide', SLIDE_MS + MARGIN_MS);
        slide.current = rows.animate([start, shiftBy(0)], { duration: SLIDE_MS, easing: 'ease-in-out' });
        if (gate.isShutFor('press')) stopUntilOpen(slide.current, gate);
      }),
    );
  }, [firstId]);

  useEffect(() => {
    function stop({ target }: PointerEvent) {
      const isInside = target instanceof Node && list.current?.contains(target);
      if (isInside && slide.current?.playState === 'running') stopUntilOpen(slide.current, gate);
    }
    document.addEventListener('pointerdown', stop);
    return () => document.removeEventListener('pointerdown', stop);
  }, [list, gate]);
}

function stopUntilOpen(slide: Animation, gate: Gate): void {
  slide.pause();
  gate.whenOpen(() => {
    if (slide.playState !== 'paused') return;
    gate.shut('slide', SLIDE_MS + MARGIN_MS);
    slide.play();
  });
}

/** Where the list's top is out of sight, most browsers keep the rows where they are (Safari does not). */
function isTopInSight(row: HTMLElement): boolean {
  const section = row.closest('section');
  return section !== null && section.getBoundingClientRect().top >= 0;
}

/** All rows as far up. That moves one box and not fifty, which the browser does without drawing any row again. */
function shiftBy(height: number): { transform: string; clipPath: string } {
  return { transform: `translateY(${-height}px)`, clipPath: `inset(${height}px 0 0)` };
}
