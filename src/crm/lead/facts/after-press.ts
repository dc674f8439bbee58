/**
 * Runs `act`, but not between a pointer's press and release: it could move the target away, and a release elsewhere is
 * no click.
 */
export function afterPress(act: () => void) {
  // Touch dispatches its mouse events in one go, so every press has a `mouseup`. The click follows it at once.
  if (document.documentElement.matches(':active')) {
    addEventListener('mouseup', () => setTimeout(act), { once: true, capture: true });
  } else act();
}
