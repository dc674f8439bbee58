import { loadForms } from '../lead/forms/load-forms';
import { further } from '../lead/load-further';
import { loadTogether } from '../ui/load-together';
import { afterFrame, afterPress } from './after-press';
import { loadBulk } from './bulk/load-bulk';

const REACHES = ['pointerover', 'focusin'] as const;

/** The panel's dialogs. */
export const dialogs = loadTogether(() => import('./dialogs'));

/**
 * Loads the dialogs early: when the browser is idle, or somebody reaches for the panel; then also what they may need next.
 * One after the other, and after the frame of the first press: to ask for all of it takes a slow phone six frames.
 */
export function preloadDialogs(): void {
  // If they cannot be loaded, opening one shows the error.
  const ignore = () => {};
  const load = () => dialogs.load().then(further.load).then(loadForms).then(loadBulk).catch(ignore);
  const reach = () => afterFrame(load);
  for (const name of REACHES) document.addEventListener(name, reach, { once: true });
  // Safari has no idle callbacks: there the dialogs are loaded at the first touch or key in the panel.
  window.requestIdleCallback?.(() => dialogs.load().catch(ignore));
}

/** Whether an open lead can be drawn at once, with its story. Until then it is to be shown that it is being loaded. */
export function areDialogsThere(): boolean {
  return dialogs.find() !== undefined && further.find() !== undefined;
}

/**
 * Opens or closes a dialog by calling `update`, in a later frame after a press. After a key it is drawn at once, because
 * the next key may be meant for it. While the dialogs are still being loaded, that is shown at once.
 */
export function changeDialog(update: () => void): void {
  if (dialogs.find()) afterPress(update);
  else update();
}
