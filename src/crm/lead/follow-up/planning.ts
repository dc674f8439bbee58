import { atom } from 'nanostores';

/** The lead whose next contact is being chosen, and the button pressed for it. */
export const $planning = atom<{ leadId: number; anchor: HTMLElement } | null>(null);

/** Whether a menu of the list is open, which needs its row. */
export function isChoosing(): boolean {
  return $planning.get() !== null || document.querySelector('.lead-list :popover-open') !== null;
}
