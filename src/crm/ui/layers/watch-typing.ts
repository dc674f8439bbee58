/** What opens a phone's keyboard. */
const TYPED = ':is(input:not([type=radio], [type=checkbox]), textarea, select):focus-visible';
/** What must not move under the finger: neither when that leaves a field for it, nor when it is pressed before one. */
const STAYS = '.sheet-foot :is(button, [type=radio])';

function note(): void {
  const { activeElement, documentElement } = document;
  if (activeElement?.matches(STAYS)) return;
  documentElement.toggleAttribute('data-typing', activeElement?.matches(TYPED) ?? false);
}

/**
 * Marks the page while somebody types, so that the bars at the bottom give way to an on-screen keyboard. As
 * `:has(:focus-visible)` in CSS, browsers restyled half the page at each step of the focus.
 */
export function watchTyping(): void {
  document.addEventListener('focusin', note);
  document.addEventListener('focusout', ({ relatedTarget }) => {
    // Between two elements the focus is nowhere for a moment, which would redraw the bars for nothing.
    if (relatedTarget === null) queueMicrotask(note);
  });
}
