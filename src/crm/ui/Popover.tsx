import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

/** The look of a popover, and its place beside its opener. */
export const POPOVER =
  'popover-anchored max-w-[calc(100vw-1rem)] text-left whitespace-normal rounded-xl bg-white p-1.5 text-ink shadow-float ring-1 ring-sand-line';

type Props = {
  anchor: HTMLElement;
  title: string;
  /** The lead it is about, where that is one. */
  about?: string | undefined;
  /** Too wide to stand beside its opener on a phone: there it is at the bottom. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A small panel beside its opener, open while mounted. As a native popover it is in the top layer, closes on Escape and
 * on outside presses, and returns the focus. CSS anchors place it below the opener, or where there is more room;
 * browsers without them centre it. The arrow keys move between its buttons.
 */
export function Popover({ anchor, title, about, wide = false, onClose, children }: Props) {
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
      <PopoverTitle id={titleId} about={about}>
        {title}
      </PopoverTitle>
      {children}
    </div>
  );
}

export function PopoverTitle({ id, about, children }: { id: string; about: string | undefined; children: string }) {
  return (
    <div className="px-2.5 pt-1 pb-1.5 text-sm">
      <p id={id} className="font-semibold text-ink-soft">
        {children}
      </p>
      {about && <p className="max-w-64 truncate text-ink-soft">{about}</p>}
    </div>
  );
}

/** Focuses a popover's likely button (`data-likely`), or the first not chosen yet. */
export function focusFirstChoice(popover: HTMLElement): void {
  const buttons = buttonsIn(popover);
  const likely = buttons.find((button) => button.dataset.likely !== undefined);
  const other = buttons.find((button) => button.getAttribute('aria-pressed') !== 'true');
  (likely ?? other)?.focus({ preventScroll: true });
}

/** Arrow keys, Home and End move the focus between a popover's buttons. */
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
