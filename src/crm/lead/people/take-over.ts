import { atom } from 'nanostores';
import type { Lead } from '~/shared/leads/lead';

/** The colleague's lead that the user is about to take, until they confirm. */
export const $takeOver = atom<Lead | null>(null);
