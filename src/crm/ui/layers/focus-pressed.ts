/**
 * Focuses what is pressed, as all browsers but Safari do by themselves: otherwise dialogs and menus would not know
 * where to return the focus. A click made by Enter in a field leaves it there.
 */
export function focusPressed(): void {
  document.addEventListener(
    'click',
    ({ target, detail }) => {
      const pressed = target instanceof Element ? target.closest<HTMLElement>('button, a') : null;
      if (detail > 0 || document.activeElement === document.body) pressed?.focus({ preventScroll: true });
    },
    { capture: true },
  );
}
