import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterFrame } from '../after-press';
import { useLayer } from './useLayer';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** The open modals, topmost last. */
const open: HTMLElement[] = [];
/** What had the focus before the first of them. */
let opener: Element | null = null;

function noteFocus(): Element | null {
  if (open.length === 0) opener = document.activeElement;
  return document.activeElement;
}

/** A layer that is about to close may have moved the focus to the page. */
function passOn(): void {
  afterFrame(() => {
    if (document.getElementById('pagina')?.contains(document.activeElement))
      open.at(-1)?.focus({ preventScroll: true });
  });
}

/**
 * A modal layer, open while mounted. The page below it is hidden from assistive technology, cannot be scrolled, and
 * passes the focus on to the layer. Not a `<dialog>`, nor `inert`: toasts are to be reached over it, and browsers would
 * restyle the whole page at opening and closing (docs/decisions/020-layers.md).
 *
 * Its first focus is on `initialFocus`, on the part with `autoFocus` or `data-autofocus`, or on itself. It returns to
 * where it was.
 */
export function Modal({
  initialFocus,
  onClose,
  className = '',
  children,
  ...names
}: {
  role?: 'dialog' | 'alertdialog';
  'aria-labelledby': string;
  'aria-describedby'?: string;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}) {
  const layer = useRef<HTMLDivElement>(null);
  const { wasPressed } = useLayer(onClose);
  // Read here: `autoFocus` moves the focus before any effect.
  const [before] = useState(noteFocus);

  useLayoutEffect(() => {
    const { current: own } = layer;
    const page = document.getElementById('pagina');
    if (!own || !page) return;
    open.push(own);
    page.ariaHidden = 'true';
    page.addEventListener('focusin', passOn);
    const first = initialFocus?.current ?? own.querySelector<HTMLElement>('[data-autofocus]');
    if (initialFocus || !own.contains(document.activeElement)) (first ?? own).focus({ preventScroll: true });
    return () => {
      open.splice(open.indexOf(own), 1);
      if (open.length === 0) {
        page.ariaHidden = null;
        page.removeEventListener('focusin', passOn);
      }
      // Once it is gone, with whatever has the focus in it. Another may have come in its place.
      queueMicrotask(() => {
        const back = before?.isConnected ? before : opener;
        if (back instanceof HTMLElement && !open.at(-1)?.contains(document.activeElement))
          back.focus({ preventScroll: true });
      });
    };
  }, [before, initialFocus]);

  /** Tab goes round in it. */
  function goRound(event: KeyboardEvent<HTMLElement>) {
    const { currentTarget, key, shiftKey } = event;
    if (key !== 'Tab' || event.defaultPrevented || open.at(-1) !== currentTarget) return;
    const stops = [...currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled, [inert] *') && stop.checkVisibility(),
    );
    const [end, start] = shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    const { activeElement } = document;
    if (activeElement !== end && !(shiftKey && activeElement === currentTarget)) return;
    event.preventDefault();
    start?.focus();
  }

  return createPortal(
    <div
      role="dialog"
      aria-modal="true"
      {...names}
      ref={layer}
      tabIndex={-1}
      onKeyDown={goRound}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && wasPressed(currentTarget)) onClose();
      }}
      // One pixel to scroll: otherwise the page would scroll instead.
      className={`fixed inset-0 z-50 overflow-y-scroll overscroll-contain [scrollbar-width:none] before:absolute before:h-[calc(100%+1px)] before:w-px ${className}`}
    >
      {children}
    </div>,
    document.body,
  );
}
