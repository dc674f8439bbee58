import { type ChangeEventHandler, useEffect, useEffectEvent } from 'react';

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Tells `onChange` what was typed or chosen in the control with this id before its island was alive: React leaves it
 * there and hears nothing of it, and a list would stay as it was beside a filter that shows as chosen.
 * crm/keep-early-input.js marks such a control; what comes later React hears itself.
 */
export function useEarlyChange<Target extends Control>(
  id: string,
  onChange: ChangeEventHandler<Target, Target> | undefined,
): void {
  const tell = useEffectEvent(() => {
    const control = document.getElementById(id) as Target | null;
    if (control?.dataset.early === undefined) return;
    delete control.dataset.early;
    onChange?.({ target: control, currentTarget: control } as Parameters<NonNullable<typeof onChange>>[0]);
  });
  useEffect(() => tell(), []);
}
