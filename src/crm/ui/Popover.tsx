import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';

/** The look of a popover, and its place beside the element that opened it. */
export const POPOVER =
  'popover-anchored max-w-[calc(100vw-1rem)] text-left whitespace-normal rounded-xl bg-white p-1.5 text-ink shadow-float ring-1 ring-sand-line';

/**
 * A small panel beside the element that opened it; it is open while it is rendered. As a native popover it is above
 * everything, closes on Escape and on a press elsewhere, and returns the focus. CSS anchors place it below the element,
 * or where there is more room; browsers without them show it in the middle of the window. The arrow keys move between
 * its buttons.
 */
export function Popover({
  anchor,
  title,
  wide = false,
  onClose,
  children,
}: {
  anchor: HTMLElement;
  title: string;
  /** Too wide to stand beside its element on a phone: there it is at the bottom of the window. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    element.showPopover({ source: anchor });
    focusFirstChoice(element);
  }, [anchor]);

  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-labelledby={titleId}
      onToggle={(event) => {
        if (event.newState !== 'closed') return;
        // After a press on an empty place nothing has the focus.
        if (document.activeElement === document.body) anchor.focus({ preventScroll: true });
        onClose();
      }}
      onKeyDown={moveByArrows}
      className={`${POPOVER} ${wide ? 'popover-wide' : ''}`}
    >
      <PopoverTitle id={titleId}>{title}</PopoverTitle>
      {children}
    </div>
  );
}

/** What a popover is called. */
export function PopoverTitle({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="px-2.5 pt-1 pb-1.5 text-sm font-semibold text-ink-soft">
      {children}
    </p>
  );
}

/** Focuses the button in a popover that is likely to be pressed (`data-likely`), or the first that is not chosen already. */
export function focusFirstChoice(popover: HTMLElement): void {
  const buttons = buttonsIn(popover);
  const likely = buttons.find((button) => button.dataset.likely !== undefined);
  const other = buttons.find((button) => button.getAttribute('aria-pressed') !== 'true');
  (likely ?? other)?.focus({ preventScroll: true });
}

/** Moves the focus between a popover's buttons by the arrow keys, Home and End. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const buttons = buttonsIn(event.currentTarget);
  const current = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const targets: Record<string, number> = {
    ArrowDown: (current + 1) % buttons.length,
    ArrowUp: (current - 1 + buttons.length) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  buttons[target]?.focus();
}

function buttonsIn(element: HTMLElement): HTMLButtonElement[] {
  return [...element.querySelectorAll('button')];
}
