import { startTransition } from 'react';

/**
 * Changes what is shown by calling `update`. After a press that is drawn in a later frame, so that the pressed button
 * reacts first: a slow phone takes visibly long to draw a dialog or another list.
 */
export function afterPress(update: () => void): void {
  if (isPress(window.event)) startTransition(update);
  else update();
}

/** Does `work` after the next frame, in which a press shows that it counts. */
export function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** A click that was made by a key has `detail` 0. */
function isPress(event: Event | undefined): boolean {
  return event instanceof MouseEvent && event.detail > 0;
}
