import { atom } from 'nanostores';

export type Billing = 'anual' | 'mensual';

/** What the visitor was reading when they opened the contact dialog. The form does not send it. */
export const $topic = atom('');

export const $billing = atom<Billing>('anual');
