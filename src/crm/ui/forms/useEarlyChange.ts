import { type ChangeEventHandler, useEffect, useEffectEvent } from 'react';

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Calls `onChange` with a value entered before hydration. React keeps it in the control but fires no event, so a filter
 * would show a choice that the list ignores. crm/keep-early-input.js marks these controls.
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
