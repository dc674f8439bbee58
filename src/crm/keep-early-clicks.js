// A click on an island that is not alive yet is kept and made again once it is, so that on a slow network nothing that
// people press is lost. So is one on a link that its island would follow in place; with a key held down, it is the
// browser's to follow, in another tab for one. A form's Enter is a click on its submit button, and so is covered too.
document.addEventListener(
  'click',
  (event) => {
    const pressed = event.target instanceof Element ? event.target.closest('button, a[data-in-place]') : null;
    const island = pressed?.closest('astro-island[ssr]');
    if (!(pressed instanceof HTMLElement) || !island) return;
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (pressed.matches('a') && !isPlain) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    island.addEventListener('astro:hydrate', () => pressed.click(), { once: true });
  },
  { capture: true },
);
