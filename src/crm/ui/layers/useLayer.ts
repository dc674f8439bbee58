import { useEffectEvent, useLayoutEffect, useRef } from 'react';

type Layer = { close: () => void };

/**
 * The open dialogs, topmost last; a lead open beside the list counts as one. Popovers are above all of them, and are
 * the browser's to handle.
 */
const open: Layer[] = [];
/** The topmost dialog when the last press began; undefined if a popover was above it. */
let pressed: Layer | undefined;

function topmost(): Layer | undefined {
  return document.querySelector(':popover-open') ? undefined : open.at(-1);
}

/** Whether a dialog, a menu or another popover is open. */
export function isLayerOpen(): boolean {
  return open.length > 0 || document.querySelector(':popover-open') !== null;
}

function noticePress(): void {
  pressed = topmost();
}

/** Runs after the elements' own handlers, and before those on `window`, where Headless UI listens. */
function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  const top = topmost();
  if (top) {
    event.preventDefault();
    top.close();
  } else if (open.length > 0) {
    // The browser closes the popover; Headless UI must not close a dialog as well.
    event.stopPropagation();
  }
}

function add(layer: Layer): void {
  if (open.length === 0) {
    document.addEventListener('pointerdown', noticePress, true);
    document.addEventListener('keydown', closeOnEscape);
  }
  open.push(layer);
}

function remove(layer: Layer): void {
  open.splice(open.indexOf(layer), 1);
  if (open.length > 0) return;
  document.removeEventListener('pointerdown', noticePress, true);
  document.removeEventListener('keydown', closeOnEscape);
}

/**
 * Makes the component a layer while it is mounted: Escape closes the topmost layer only. `wasPressedBeside` tells
 * whether this layer was topmost when the current press began: only then may the press close it.
 */
export function useLayer(close: () => void): { wasPressedBeside: () => boolean } {
  const closeNow = useEffectEvent(close);
  const own = useRef<Layer>(undefined);
  // A layout effect, in its first frame: a slow phone runs effects so much later that an Escape meant for it would be
  // lost.
  useLayoutEffect(() => {
    const layer = { close: () => closeNow() };
    own.current = layer;
    add(layer);
    return () => remove(layer);
  }, []);
  return { wasPressedBeside: () => own.current !== undefined && pressed === own.current };
}
