import { atom } from 'nanostores';

/** Whether the dialog 'Crear Lead Manual' is open: the header's button opens it, the panel shows it. */
export const $creatingLead = atom(false);
