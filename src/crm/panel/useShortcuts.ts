import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../ui/forms/is-typing';

/** Each key's action; a missing entry leaves the key to the browser. */
export type Shortcuts = Partial<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Single-key shortcuts, looked up at each key. None fires while someone types, with Ctrl, Alt or Meta, or in a popover.
 */
export function useShortcuts(shortcutsNow: () => Shortcuts): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.isComposing ||
      event.repeat
    )
      return;
    const target = event.target instanceof Element ? event.target : null;
    if (isTyping(event) || target?.closest('[popover]')) return;
    const run = shortcutsNow()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run) return;
    event.preventDefault();
    run(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
