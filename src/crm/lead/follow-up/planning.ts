import { atom } from 'nanostores';

/** The lead of which the next contact is being chosen, and the button that was pressed for that. */
export const $planning = atom<{ leadId: number; anchor: HTMLElement } | null>(null);

/** Whether somebody is choosing in a menu of the list, which needs its row. */
export function isChoosing(): boolean {
  return $planning.get() !== null || document.querySelector('.lead-list :popover-open') !== null;
}
