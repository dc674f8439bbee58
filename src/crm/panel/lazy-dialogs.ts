import { lazy } from 'react';
import { deferred, loadForms } from '../lead/lazy-parts';
import { afterFrame, afterPress } from '../ui/after-press';
import { lazyModule } from '../ui/lazy-module';

const REACHES = ['pointerover', 'focusin'] as const;

/** Bulk actions load when somebody reaches for the list. */
const loadBulk = () => import('./bulk/BulkBar');

export const BulkBar = lazy(async () => ({ default: (await loadBulk()).BulkBar }));

/** The panel's dialogs. */
export const dialogs = lazyModule(() => import('./dialogs'));

/**
 * Preloads the dialogs when the browser is idle or somebody reaches for the panel, then what they may need next. One
 * after the other, after the first press's frame: requesting all of it takes a slow phone six frames.
 */
export function preloadDialogs(): void {
  // If they fail to load, opening one shows the error.
  const ignore = () => {};
  const load = () => dialogs.load().then(deferred.load).then(loadForms).then(loadBulk).catch(ignore);
  const reach = () => afterFrame(load);
  for (const name of REACHES) document.addEventListener(name, reach, { once: true });
  // Safari has no idle callbacks: there the first touch or key in the panel loads the dialogs.
  window.requestIdleCallback?.(() => dialogs.load().catch(ignore));
}

/**
 * Opens or closes a dialog by calling `update`, deferred after a press. After a key it is drawn at once, because the
 * next key may be meant for it. While the dialogs are loading, that shows at once.
 */
export function changeDialog(update: () => void): void {
  if (dialogs.loaded()) afterPress(update);
  else update();
}
