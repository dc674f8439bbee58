import { lazy } from 'react';

/** What is done with chosen leads is loaded when somebody reaches for the list. */
export const loadBulk = () => import('./BulkBar');

export const BulkBar = lazy(async () => ({ default: (await loadBulk()).BulkBar }));
