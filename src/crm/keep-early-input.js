// On a slow network nothing that people do before an island is alive is lost. A click is kept and made again once it is;
// so is one on a link that its island would follow in place, but with a key held down it is the browser's to follow, in
// another tab for one. A form's Enter is a click on its submit button, and so is covered too.
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
// What is typed or chosen stays in its control, which is marked for the island to read (crm/ui/useEarlyChange.ts).
for (const name of ['input', 'change']) {
  document.addEventListener(
    name,
    ({ target }) => {
      if (target instanceof HTMLElement && target.closest('astro-island[ssr]')) target.dataset.early = '';
    },
    { capture: true },
  );
}
