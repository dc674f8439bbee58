import { startTransition } from 'react';

let areThere = false;

/** The panel's dialogs, which are fetched once it is there and has nothing else to do, or when somebody reaches for it. */
export async function loadDialogs(): Promise<typeof import('./dialogs')> {
  const dialogs = await import('./dialogs');
  areThere = true;
  return dialogs;
}

/**
 * Opens or closes a dialog by `update`. A press is answered first, in a frame of its own: drawing a dialog takes a slow
 * phone longer than people take for immediate. A key is not, because the next one may be meant for the dialog; and one
 * that has still to be fetched says so at once.
 */
export function changeDialog(update: () => void): void {
  if (areThere && isPress(window.event)) startTransition(update);
  else update();
}

/** Of clicks, those that a key makes have no count. */
function isPress(event: Event | undefined): boolean {
  return event instanceof MouseEvent && event.detail > 0;
}
