/** What opens a phone's keyboard, and a foot's button, which must not move under the finger that leaves its field for it. */
const TYPED = ':is(input, textarea, select):focus-visible, .sheet-foot :focus';

function note(): void {
  const isTyping = document.activeElement?.matches(TYPED) ?? false;
  document.documentElement.toggleAttribute('data-typing', isTyping);
}

/**
 * Marks the page while somebody types, so that the bars at the window's lower edge give way to a keyboard on the screen.
 * As `:has(:focus-visible)` in the style sheet it made browsers style half the page at each step of the focus.
 */
export function watchTyping(): void {
  document.addEventListener('focusin', note);
  document.addEventListener('focusout', ({ relatedTarget }) => {
    // On its way from one element to another the focus is nowhere for a moment, which would draw the bars for nothing.
    if (relatedTarget === null) queueMicrotask(note);
  });
}
