import { type DialogProps, Dialog as HeadlessDialog } from '@headlessui/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { afterFrame } from '../after-press';

/**
 * A modal layer, open while mounted. The page below it is hidden from assistive technology, cannot be scrolled, and
 * passes the focus on to the layer.
 *
 * Headless UI would make the page `inert` and hide its overflow. Browsers then restyle and repaint all of it, when the
 * layer opens and when it closes (docs/decisions/020-layers.md).
 */
export function Modal({ className, ...props }: Omit<DialogProps, 'open' | 'className'> & { className?: string }) {
  const layer = useRef<HTMLElement>(null);
  // Headless UI finds the page once a dialog is mounted: too late to hide it below one that is mounted open.
  const [isOpen, open] = useState(false);

  useLayoutEffect(() => {
    const page = document.getElementById('pagina');
    if (page) Object.defineProperty(page, 'inert', { value: false, writable: true, configurable: true });
    // A layer that is about to close may have moved the focus there.
    const passOn = () =>
      afterFrame(() => {
        if (page?.contains(document.activeElement)) layer.current?.focus({ preventScroll: true });
      });
    page?.addEventListener('focusin', passOn);
    open(true);
    return () => page?.removeEventListener('focusin', passOn);
  }, []);

  return (
    <HeadlessDialog
      {...props}
      ref={layer}
      open={isOpen}
      // One pixel to scroll: otherwise the page would scroll instead.
      className={`fixed inset-0 z-50 overflow-y-scroll overscroll-contain [scrollbar-width:none] before:absolute before:h-[calc(100%+1px)] before:w-px ${className ?? ''}`}
    />
  );
}
