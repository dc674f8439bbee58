import { atom, onMount } from 'nanostores';

export type Billing = 'anual' | 'mensual';

/** The chosen billing, which the contact form names too. The page's radios have it. */
export const $billing = atom<Billing>('anual');

onMount($billing, () => {
  function read(): void {
    const chosen = document.querySelector<HTMLInputElement>('[name=facturacion]:checked');
    if (chosen) $billing.set(chosen.value as Billing);
  }
  read();
  document.addEventListener('change', read);
  return () => document.removeEventListener('change', read);
});
