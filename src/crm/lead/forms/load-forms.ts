import { lazy } from 'react';

/** Loads a lead's forms. They come after the dialogs: whoever opens a lead seldom writes one. */
export const loadForms = () => import('./lead-forms');

export const CreateLeadDialog = lazy(async () => ({ default: (await loadForms()).CreateLeadDialog }));
export const EditLeadForm = lazy(async () => ({ default: (await loadForms()).EditLeadForm }));
