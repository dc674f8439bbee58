import { atom } from 'nanostores';

/** The lead whose number somebody wants to mend: its data opens as a form, at that field. */
export const $phoneToFix = atom<number | null>(null);
