import { atom } from 'nanostores';

/** The lead in the list of which the next contact is being chosen, and the button that was pressed for that. */
export const $planning = atom<{ leadId: number; anchor: HTMLElement } | null>(null);
