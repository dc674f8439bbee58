import { startTransition } from 'react';

/**
 * Calls `update` to change what is shown. After a press it is a transition, so that the pressed button reacts first: a
 * slow phone takes visibly long to draw a dialog or another list.
 */
export function afterPress(update: () => void): void {
  if (isPress(window.event)) startTransition(update);
  else update();
}

/** Does `work` after the next frame, in which a press gets its feedback. */
export function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** A keyboard click has `detail` 0. */
function isPress(event: Event | undefined): boolean {
  return event instanceof MouseEvent && event.detail > 0;
}
