import { atom } from 'nanostores';
import { crmStrings } from '~/shared/strings/crm';
import { $connection } from '../connection';

type Action = { label: string; run: () => void };
type ToastTone = 'success' | 'error' | 'warning';
export type Toast = {
  id: number;
  tone: ToastTone;
  text: string;
  /** Further messages in the same toast, one per line: a second toast would replace the first. */
  detail?: string;
  action?: Action;
  /** Undoes what the toast reports; offered instead of an action, and by `undoLast` even once the toast is gone. */
  undo?: (() => void) | undefined;
};
type NewToast = Omit<Toast, 'id'>;

const STORAGE_KEY = 'aviso-pendiente';

/** The current toast. Islands set it; the Toaster shows it. */
export const $toast = atom<Toast | null>(null);

let lastId = 0;

/** What can still be undone on this page, latest last. It outlives its toast. */
const undoes: (() => void)[] = [];
const MAX_UNDOES = 20;

/** Shows a toast, replacing the current one and its action. An error during a lost connection says so. */
export function showToast(toast: NewToast): void {
  const isUnreached = toast.tone === 'error' && $connection.get().isLost;
  $toast.set({ ...(isUnreached && { detail: crmStrings.connection.failed }), ...toast, id: ++lastId });
  const { undo } = toast;
  if (!undo || undoes.includes(undo)) return;
  undoes.push(undo);
  undoes.splice(0, undoes.length - MAX_UNDOES);
}

/** Undoes what a toast offered to undo; it is not offered again. */
export function runUndo(undo: () => void): void {
  if (undoes.includes(undo)) undoes.splice(undoes.indexOf(undo), 1);
  undo();
}

/** Undoes what a toast last offered to undo. Returns whether there was anything. */
export function undoLast(): boolean {
  const undo = undoes.at(-1);
  const shown = $toast.get();
  if (!undo) return false;
  if (shown?.undo === undo) dismissToast(shown.id);
  runUndo(undo);
  return true;
}

/** Adds a message to the current toast, which keeps its text and action. */
export function showToastAlso(toast: NewToast): void {
  const shown = $toast.get();
  if (!shown || shown.text === toast.text) showToast(toast);
  else showToast({ ...shown, ...toast, text: shown.text, detail: toast.text });
}

/** Toast of a failed read; says so if it is retried on reconnect. */
export function readFailure(text: string): NewToast {
  return {
    tone: 'error',
    text,
    ...($connection.get().isLost && { detail: crmStrings.connection.comesBack }),
  };
}

/** Removes a toast, unless a newer one has replaced it. */
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

/** The toast that the previous page left for this one, once. */
export function takePendingToast(): NewToast | null {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    return stored ? (JSON.parse(stored) as NewToast) : null;
  } catch {
    return null;
  }
}
