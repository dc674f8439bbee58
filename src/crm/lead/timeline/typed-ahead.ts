import { isTyping } from '../../ui/forms/is-typing';

/** If the note box has not been drawn by then, it will not be. */
const WAIT_MS = 10_000;

let stop: (() => string) | undefined;

/**
 * From now on what is typed is kept for a note box that is about to be drawn, and reaches no shortcut. `takeTyped` gets
 * it. Escape, a press of the pointer, a key in another box, or ten seconds drop it. Drawing an open lead takes a slow
 * machine several frames, and its code may still be on its way (docs/decisions/008-early-input.md).
 */
export function keepTyping(): void {
  stop?.();
  let typed = '';
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', keep, true);
    document.removeEventListener('pointerdown', end, true);
    stop = undefined;
    return typed;
  };
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || isTyping(event)) return void end();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key === 'Enter') typed += '\n';
    else if (event.key.length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const timer = setTimeout(end, WAIT_MS);
  document.addEventListener('keydown', keep, true);
  document.addEventListener('pointerdown', end, true);
  stop = end;
}

/** Stops keeping, and returns what was typed since `keepTyping`. */
export function takeTyped(): string {
  return stop?.() ?? '';
}
