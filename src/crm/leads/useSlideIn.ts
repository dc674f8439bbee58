import { type RefObject, useLayoutEffect, useRef } from 'react';

const SLIDE_MS = 350;

/**
 * Has the rows of `list` make room slowly for who comes in above them, so that nobody loses the one they look at.
 * `firstId` is the topmost lead, `isFresh` whether it has just come in.
 */
export function useSlideIn(
  list: RefObject<HTMLElement | null>,
  firstId: number | undefined,
  isFresh: boolean,
): void {
  const wasFirst = useRef<HTMLElement>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are other ones once another lead is the first
  useLayoutEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[data-lead-id]');
    const before = wasFirst.current;
    wasFirst.current = row ?? undefined;
    if (isFresh && row && before?.isConnected && isTopInSight(row)) slideFrom(row, before);
  }, [firstId]);
}

/** Where the list's top is out of sight, most browsers keep the rows where they are (Safari does not). */
function isTopInSight(row: HTMLElement): boolean {
  const section = row.closest('section');
  return section !== null && section.getBoundingClientRect().top >= 0;
}

/** Moves one box and not fifty, which the browser does without drawing any row again. */
function slideFrom(row: HTMLElement, before: HTMLElement): void {
  const rows = row.parentElement;
  const height = before.offsetTop - row.offsetTop;
  if (!rows || height <= 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const start = { transform: `translateY(${-height}px)`, clipPath: `inset(${height}px 0 0)` };
  for (const earlier of rows.getAnimations()) earlier.cancel();
  // For one frame it stands still: what an animation holds, browsers take for shifted.
  Object.assign(rows.style, start);
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      Object.assign(rows.style, { transform: '', clipPath: '' });
      rows.animate([start, { transform: 'none', clipPath: 'inset(0)' }], {
        duration: SLIDE_MS,
        easing: 'ease-out',
      });
    }),
  );
}
