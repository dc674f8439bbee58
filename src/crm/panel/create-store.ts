import { atom } from 'nanostores';

/** Whether the new-lead dialog is open: the header's button opens it, the panel shows it. */
export const $creatingLead = atom(false);
