import { Component, createRef, type ReactNode } from 'react';

const SLIDE = { duration: 240, easing: 'ease-out' };

type Props = {
  /** The leads in row order. Changes within a row move no other. */
  order: string;
  /** Another list is loading: its rows appear at once. */
  isBusy: boolean;
  children: ReactNode;
};

/** The visible rows' tops in the viewport. */
type Tops = Map<HTMLElement, number>;

/**
 * The table's rows. Visible ones slide to make room for others, so that nobody loses the row they are looking at. A
 * class: only `getSnapshotBeforeUpdate` can measure rows before React changes them.
 */
export class SlidingRows extends Component<Props> {
  private readonly body = createRef<HTMLTableSectionElement>();

  override getSnapshotBeforeUpdate(before: Props): Tops | null {
    const isStill = before.order === this.props.order || before.isBusy || document.hidden;
    // A modal dialog covers the rows.
    return isStill ||
      this.body.current?.closest('[aria-hidden]') ||
      matchMedia('(prefers-reduced-motion: reduce)').matches
      ? null
      : this.measure();
  }

  override componentDidUpdate(_before: Props, _state: unknown, tops: Tops | null): void {
    if (!tops) return;
    for (const row of tops.keys()) endSlide(row);
    const moved = [...tops].flatMap(([row, before]) => {
      const { top } = row.getBoundingClientRect();
      return row.isConnected ? { row, by: before - top, isLeaving: top > window.innerHeight } : [];
    });
    const kept = this.isAnchored() ? Math.max(moved[0]?.by ?? 0, -roomBelow()) : 0;
    for (const { row, by, isLeaving } of moved) if (Math.abs(by - kept) >= 1) slideFrom(row, by - kept, isLeaving);
  }

  private measure(): Tops {
    const tops: Tops = new Map();
    for (const row of this.body.current?.rows ?? []) {
      const { top, bottom } = row.getBoundingClientRect();
      if (top > window.innerHeight) break;
      if (bottom > 0) tops.set(row, top);
    }
    return tops;
  }

  /** Whether scroll anchoring is about to hold the first visible row. */
  private isAnchored(): boolean {
    const top = this.body.current?.getBoundingClientRect().top ?? 0;
    return top < 0 && CSS.supports('overflow-anchor', 'auto');
  }

  override render(): ReactNode {
    return (
      // biome-ignore lint/a11y/noRedundantRoles: see LeadTable
      <tbody ref={this.body} role="rowgroup" className="lead-rows">
        {this.props.children}
      </tbody>
    );
  }
}

/** How far the page can still scroll down, which limits scroll anchoring. */
function roomBelow(): number {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight - clientHeight - window.scrollY;
}

/** Ends a row's slide at once. */
const slides = new WeakMap<HTMLElement, () => void>();

/**
 * The row first stands still for a frame: browsers count what an animation holds as a layout shift. One leaving the
 * window is drawn until it is gone, which browsers would skip.
 */
function slideFrom(row: HTMLElement, by: number, isLeaving: boolean): void {
  const transform = `translateY(${by}px)`;
  row.style.transform = transform;
  if (isLeaving) row.style.contentVisibility = 'visible';
  let slide: Animation | undefined;
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      row.style.transform = '';
      slide = row.animate({ transform: [transform, 'none'] }, SLIDE);
      slide.onfinish = () => {
        row.style.contentVisibility = '';
      };
    });
  });
  slides.set(row, () => {
    cancelAnimationFrame(frame);
    slide?.cancel();
  });
}

/** Puts the row in place. A running slide would hold it against the next one. */
function endSlide(row: HTMLElement): void {
  slides.get(row)?.();
  row.style.transform = '';
  row.style.contentVisibility = '';
}
