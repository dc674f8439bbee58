import { atom } from 'nanostores';
import type { Lead } from '~/shared/leads/lead';

/** The lead for whom somebody chooses another message than the usual one. */
export const $otherMessage = atom<Lead | null>(null);
