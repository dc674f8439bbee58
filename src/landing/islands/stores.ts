import { atom } from 'nanostores';

export type Billing = 'anual' | 'mensual';

/** The section from which the visitor opened the contact dialog. The form does not send it. */
export const $topic = atom('');

export const $billing = atom<Billing>('anual');
