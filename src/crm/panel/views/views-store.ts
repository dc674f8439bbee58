import { atom } from 'nanostores';
import type { LeadFilters } from '~/shared/leads/schema';
import type { Views } from './list-views';

/** Saving the list as a view, or arranging the saved ones. */
export type ViewWork = 'save' | 'arrange';

/** The panel's views, for the rail, which is a separate island. */
export const $views = atom<(Views & { onChoose: (filters: LeadFilters) => void }) | undefined>();

/** Work on saved views: buttons in the rail and in a menu start it, the panel shows it. */
export const $viewWork = atom<ViewWork | null>(null);
