/**
 * Gives the focus to what is pressed, as other browsers do by themselves: Safari does not, and so dialogs and menus would
 * not know to whom they return it. A click that Enter in a field makes leaves it there.
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
