import { atom } from 'nanostores';

export type ToastTone = 'success' | 'error' | 'warning';
export type Toast = {
  id: number;
  tone: ToastTone;
  text: string;
  action?: { label: string; run: () => void };
};
type NewToast = Omit<Toast, 'id'>;

const MOST_AT_ONCE = 3;
const STORAGE_KEY = 'aviso-pendiente';

/** The toasts on show, oldest first. Islands add to it; the Toaster shows it. */
export const $toasts = atom<Toast[]>([]);

let lastId = 0;

/** Shows a toast and returns its id. The same text is not shown twice at once. */
export function showToast(toast: NewToast): number {
  const id = ++lastId;
  const others = $toasts.get().filter(({ text }) => text !== toast.text);
  $toasts.set([...others, { ...toast, id }].slice(-MOST_AT_ONCE));
  return id;
}

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
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
