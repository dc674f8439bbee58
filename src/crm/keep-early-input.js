// Nothing done before hydration may be lost. A click on a button, on a link with data-in-place or data-proof, or on a
// lead's row is replayed after hydration; with a modifier key the browser follows the link. Enter in a form clicks its
// submit button, so it is covered. The browser itself opens a popover with contents; its island can read which button
// did it.
document.addEventListener(
  'click',
  (event) => {
    const pressed = event.target instanceof Element ? event.target.closest('button, a, [data-lead-id]') : null;
    if (pressed?.matches('a:not([data-in-place], [data-proof])')) return;
    // A separate island guards links to files.
    const island = pressed?.matches('[data-proof]')
      ? document.querySelector('astro-island[ssr][component-export=SignInAgain]')
      : pressed?.closest('astro-island[ssr]');
    if (!(pressed instanceof HTMLElement) || !island) return;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!pressed.matches('button') && !isPlain) return;
    const popover = document.getElementById(pressed.getAttribute('popovertarget') ?? '');
    if (popover?.hasChildNodes()) {
      popover.earlyOpener = pressed;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.dataset.pressed = '';
    const repeat = () => {
      delete pressed.dataset.pressed;
      pressed.click();
    };
    island.addEventListener('astro:hydrate', repeat, { once: true });
  },
  { capture: true },
);
// Typed or chosen values stay in their control. The mark tells the island to read them
// (crm/ui/forms/useEarlyChange.ts).
for (const name of ['input', 'change']) {
  document.addEventListener(
    name,
    ({ target }) => {
      if (target instanceof HTMLElement && target.closest('astro-island[ssr]')) target.dataset.early = '';
    },
    { capture: true },
  );
}
