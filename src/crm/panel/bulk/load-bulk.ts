import { lazy } from 'react';

/** Bulk actions load when somebody reaches for the list. */
export const loadBulk = () => import('./BulkBar');

export const BulkBar = lazy(async () => ({ default: (await loadBulk()).BulkBar }));
