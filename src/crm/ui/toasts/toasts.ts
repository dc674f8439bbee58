import { atom } from 'nanostores';

export type ToastTone = 'success' | 'error' | 'warning';
export type Toast = {
  id: number;
  tone: ToastTone;
  text: string;
  /** What else came of it: a further toast would take this one's place. */
  detail?: string;
  action?: { label: string; run: () => void };
};
type NewToast = Omit<Toast, 'id'>;

const STORAGE_KEY = 'aviso-pendiente';

/** The toast on show. Islands set it; the Toaster shows it. */
export const $toast = atom<Toast | null>(null);

let lastId = 0;

/** Shows a toast in place of the one before it, whose action goes with it. */
export function showToast(toast: NewToast): void {
  $toast.set({ ...toast, id: ++lastId });
}

/** Shows a toast that says more about what the one on show tells of: both stand in it, and what that one offers. */
export function showToastAlso(toast: NewToast): void {
  const shown = $toast.get();
  if (!shown || shown.text === toast.text) showToast(toast);
  else showToast({ ...shown, ...toast, text: shown.text, detail: toast.text });
}

/** Takes a toast away, unless a newer one stands in its place already. */
export function dismissToast(id: number): void {
  if ($toast.get()?.id === id) $toast.set(null);
}

/** Shows a toast on the page that comes next. */
export function showToastAfterNavigation(toast: Omit<NewToast, 'action'>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(toast));
  } catch {
    // Without storage the next page comes without the toast.
  }
}

/** The toast that the page before left for this one, once. */
export function takePendingToast(): NewToast | null {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    return stored ? (JSON.parse(stored) as NewToast) : null;
  } catch {
    return null;
  }
}
