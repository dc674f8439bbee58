import { startTransition } from 'react';

let areThere = false;

/** Loads the panel's dialogs. LeadsPanel calls it early: when the browser is idle, or somebody reaches for the panel. */
export async function loadDialogs(): Promise<typeof import('./dialogs')> {
  const dialogs = await import('./dialogs');
  areThere = true;
  return dialogs;
}

/** Whether a dialog can be drawn at once. Until then it is to be shown that it is being loaded. */
export function areDialogsThere(): boolean {
  return areThere;
}

/**
 * Opens or closes a dialog by calling `update`. After a press the dialog is drawn in a later frame, so that the pressed
 * button reacts first: a slow phone takes visibly long to draw a dialog. After a key it is drawn at once, because the
 * next key may be meant for it. While the dialogs are still being loaded, that is shown at once.
 */
export function changeDialog(update: () => void): void {
  if (areThere && isPress(window.event)) startTransition(update);
  else update();
}

/** A click that was made by a key has `detail` 0. */
function isPress(event: Event | undefined): boolean {
  return event instanceof MouseEvent && event.detail > 0;
}
