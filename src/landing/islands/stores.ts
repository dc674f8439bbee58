import { atom } from 'nanostores';

export type Billing = 'anual' | 'mensual';

/** What the button that opened the contact dialog is about; '' for nothing in particular. */
export const $topic = atom('');

export const $billing = atom<Billing>('anual');
