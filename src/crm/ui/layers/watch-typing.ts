/**
 * What opens a phone's keyboard; and a foot's button, which must not move under the finger leaving its field for it.
 */
const TYPED = ':is(input, textarea, select):focus-visible, .sheet-foot :focus';

function note(): void {
  const isTyping = document.activeElement?.matches(TYPED) ?? false;
  document.documentElement.toggleAttribute('data-typing', isTyping);
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
