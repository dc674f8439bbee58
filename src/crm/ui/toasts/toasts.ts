import { atom } from 'nanostores';
import { crmStrings } from '~/shared/strings/crm';
import { $connection } from '../connection';

type ToastTone = 'success' | 'error' | 'warning';
export type Toast = {
  id: number;
  tone: ToastTone;
  text: string;
  /** A second message in the same toast, because a second toast would replace the first. */
  detail?: string;
  action?: { label: string; run: () => void };
};
type NewToast = Omit<Toast, 'id'>;

const STORAGE_KEY = 'aviso-pendiente';

/** The toast that is shown now. Islands set it; the Toaster shows it. */
export const $toast = atom<Toast | null>(null);

let lastId = 0;

/**
 * Shows a toast. It replaces the present one, together with its action. An error while the connection is lost says so.
 */
export function showToast(toast: NewToast): void {
  const isUnreached = toast.tone === 'error' && $connection.get().isLost;
  $toast.set({ ...(isUnreached && { detail: crmStrings.connection.failed }), ...toast, id: ++lastId });
}

/** Adds a message to the toast that is shown, which keeps its own text and action. */
export function showToastAlso(toast: NewToast): void {
  const shown = $toast.get();
  if (!shown || shown.text === toast.text) showToast(toast);
  else showToast({ ...shown, ...toast, text: shown.text, detail: toast.text });
}

/** Removes a toast, unless a newer one has already replaced it. */
export function dismissToast(id: number): void {
  if ($toast.get()?.id === id) $toast.set(null);
}

/** Shows a toast on the next page. */
export function showToastAfterNavigation(toast: Omit<NewToast, 'action'>): void {
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
