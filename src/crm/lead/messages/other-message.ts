import { atom } from 'nanostores';
import type { Lead } from '~/shared/leads/lead';

/** The lead for which another message than the usual one is being chosen. */
export const $otherMessage = atom<Lead | null>(null);
