import { startTransition } from 'react';

/**
 * Calls `update` to change what is shown. After a press it is a transition, so that the pressed button reacts first: a
 * slow phone takes visibly long to draw a dialog.
 */
export function afterPress(update: () => void): void {
  const { event } = window;
  // A keyboard click has `detail` 0.
  if (event instanceof MouseEvent && event.detail > 0) startTransition(update);
  else update();
}

/** Does `work` after the next frame, in which a press gets its feedback. */
export function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** Loads ahead once nothing else is to be done. What fails is asked for again, and told, when it is needed. */
export function whenIdle(load: () => Promise<unknown>): void {
  // Safari has no idle callbacks.
  (window.requestIdleCallback ?? setTimeout)(() => load().catch(() => {}));
}
