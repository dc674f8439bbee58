import { loadTogether } from '../ui/load-together';

/** What an open lead shows a moment later. Loaded after the dialogs, and with the first of them that needs it. */
export const further = loadTogether(() => import('./further'));
