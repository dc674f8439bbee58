import { atom } from 'nanostores';
import type { LeadFilters } from '~/shared/leads/schema';
import type { Views } from './list-views';

/** A list is saved as a view, or those that there are are arranged. */
export type ViewWork = 'save' | 'arrange';

/** What the panel knows about the views, for those in the rail, which are an island of their own. */
export const $views = atom<(Views & { onChoose: (filters: LeadFilters) => void }) | undefined>();

/** What is being done with the saved views: buttons in the rail and in a menu begin it, the panel shows it. */
export const $viewWork = atom<ViewWork | null>(null);
