import { atom } from 'nanostores';

export type Billing = 'anual' | 'mensual';

/** Topic of the button that opened the contact dialog; '' for none. */
export const $topic = atom('');

export const $billing = atom<Billing>('anual');
