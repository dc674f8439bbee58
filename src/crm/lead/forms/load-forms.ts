import { lazy } from 'react';

/** Loaded after the dialogs: whoever opens a lead seldom writes one. */
export const loadForms = () => import('./lead-forms');

export const CreateLeadDialog = lazy(async () => ({ default: (await loadForms()).CreateLeadDialog }));
