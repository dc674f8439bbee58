import { loadForms } from '../lead/forms/load-forms';
import { afterPress } from './after-press';
import { loadBulk } from './bulk/load-bulk';

const REACHES = ['pointerover', 'focusin'] as const;

type Dialogs = typeof import('./dialogs');

let there: Dialogs | undefined;

/** Loads the panel's dialogs. */
async function loadDialogs(): Promise<Dialogs> {
  there = await import('./dialogs');
  return there;
}

/**
 * One of the dialogs, for `lazy`. Those that are loaded are drawn at once: of a promise, also of a settled one, React
 * first draws that it waits, and letters meant for the dialog would be taken for shortcuts.
 */
export function loadDialog<Name extends keyof Dialogs>(name: Name) {
  type Loaded = { default: Dialogs[Name] };
  const load = (dialogs: Dialogs): Loaded => ({ default: dialogs[name] });
  return () => {
    if (!there) return loadDialogs().then(load);
    const loaded = load(there);
    // biome-ignore lint/suspicious/noThenProperty: what React takes for a promise
    return { then: (take: (value: Loaded) => void) => take(loaded) } as Promise<Loaded>;
  };
}

/**
 * Loads the dialogs early: when the browser is idle, or somebody reaches for the panel; then also what they may need next.
 * One after the other, and after the frame of the first press: to ask for all of it takes a slow phone six frames.
 */
export function preloadDialogs(): void {
  // If they cannot be loaded, opening one shows the error.
  const ignore = () => {};
  const load = () => loadDialogs().then(loadForms).then(loadBulk).catch(ignore);
  const reach = () => requestAnimationFrame(() => setTimeout(load));
  for (const name of REACHES) document.addEventListener(name, reach, { once: true });
  // Safari has no idle callbacks: there the dialogs are loaded at the first touch or key in the panel.
  window.requestIdleCallback?.(() => loadDialogs().catch(ignore));
}

/** Whether a dialog can be drawn at once. Until then it is to be shown that it is being loaded. */
export function areDialogsThere(): boolean {
  return there !== undefined;
}

/**
 * Opens or closes a dialog by calling `update`, in a later frame after a press. After a key it is drawn at once, because
 * the next key may be meant for it. While the dialogs are still being loaded, that is shown at once.
 */
export function changeDialog(update: () => void): void {
  if (there) afterPress(update);
  else update();
}
