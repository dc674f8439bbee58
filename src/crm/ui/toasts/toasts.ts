import { atom } from 'nanostores';
import { crmStrings } from '~/shared/strings/crm';
import { $connection } from '../connection';

type Action = { label: string; run: () => void };
type ToastTone = 'success' | 'error' | 'warning';
export type Toast = {
  id: number;
  tone: ToastTone;
  text: string;
  /** A second message in the same toast, because a second toast would replace the first. Each of its lines is one. */
  detail?: string;
  action?: Action;
  /** Takes back what the toast tells of; offered instead of an action, and by `undoLast` also once the toast is gone. */
  undo?: (() => void) | undefined;
};
type NewToast = Omit<Toast, 'id'>;

const STORAGE_KEY = 'aviso-pendiente';

/** The toast that is shown now. Islands set it; the Toaster shows it. */
export const $toast = atom<Toast | null>(null);

let lastId = 0;

/** What can still be taken back on this page, the latest last. It outlives its toast. */
const undoes: (() => void)[] = [];
const MOST_UNDOES = 20;

/**
 * Shows a toast. It replaces the present one, together with its action. An error while the connection is lost says so.
 */
export function showToast(toast: NewToast): void {
  const isUnreached = toast.tone === 'error' && $connection.get().isLost;
  $toast.set({ ...(isUnreached && { detail: crmStrings.connection.failed }), ...toast, id: ++lastId });
  const { undo } = toast;
  if (!undo || undoes.includes(undo)) return;
  undoes.push(undo);
  undoes.splice(0, undoes.length - MOST_UNDOES);
}

/** Takes back what a toast offered to take back; it is not offered again. */
export function takeBack(undo: () => void): void {
  if (undoes.includes(undo)) undoes.splice(undoes.indexOf(undo), 1);
  undo();
}

/** Takes back the last thing that a toast offered to take back. Returns whether there was one. */
export function undoLast(): boolean {
  const undo = undoes.at(-1);
  const shown = $toast.get();
  if (!undo) return false;
  if (shown?.undo === undo) dismissToast(shown.id);
  takeBack(undo);
  return true;
}

/** Adds a message to the toast that is shown, which keeps its own text and action. */
export function showToastAlso(toast: NewToast): void {
  const shown = $toast.get();
  if (!shown || shown.text === toast.text) showToast(toast);
  else showToast({ ...shown, ...toast, text: shown.text, detail: toast.text });
}

/** The toast of a reading that failed and is repeated once a lost connection is back: then it says so. */
export function unread(text: string): NewToast {
  return {
    tone: 'error',
    text,
    ...($connection.get().isLost && { detail: crmStrings.connection.comesBack }),
  };
}

/** Removes a toast, unless a newer one has already replaced it. */
export function dismissToast(id: number): void {
  if ($toast.get()?.id === id) $toast.set(null);
}

/** Shows a toast on the next page. */
export function showToastAfterNavigation(toast: Omit<NewToast, 'action' | 'undo'>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(toast));
  } catch {
    // Without storage the next page shows no toast.
  }
}

/** The toast that the page before left for this one. Returns it only once. */
export function takePendingToast(): NewToast | null {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    return stored ? (JSON.parse(stored) as NewToast) : null;
  } catch {
    return null;
  }
}
