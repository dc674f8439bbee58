import { type ChangeEventHandler, useEffect, useEffectEvent } from 'react';

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Calls `onChange` with a value that was typed or chosen before hydration. React keeps such a value in the control but
 * does not fire an event, so a filter would show a choice that the list does not follow. crm/keep-early-input.js marks
 * these controls.
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
