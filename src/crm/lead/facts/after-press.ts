/**
 * Runs `act`, but not between the press and the release of a pointer: what the act moves on the screen would be moved from
 * under the pointer, and a release elsewhere is no click.
 */
export function afterPress(act: () => void) {
  // Touch dispatches its mouse events in one go, so there is a `mouseup` for each press, too. The click follows it at once.
  if (document.documentElement.matches(':active')) {
    addEventListener('mouseup', () => setTimeout(act), { once: true, capture: true });
  } else act();
}
