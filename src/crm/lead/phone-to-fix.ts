import { atom } from 'nanostores';

/** The lead whose number the user wants to correct: its form opens with the focus in that field. */
export const $phoneToFix = atom<number | null>(null);
