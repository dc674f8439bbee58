import { atom } from 'nanostores';

/** The lead whose number is to be corrected: its form opens with that field focused. */
export const $phoneToFix = atom<number | null>(null);
