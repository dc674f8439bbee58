import { atom } from 'nanostores';
import type { Lead } from '~/shared/leads/lead';

/** A colleague's lead that the user is about to take: it is asked whether they mean it. */
export const $takeOver = atom<Lead | null>(null);
