import { useEffect, useRef } from 'react';

/** What each key does; a missing entry leaves the key to the browser. */
export type Shortcuts = Partial<Record<string, (event: KeyboardEvent) => void>>;

const TYPING = 'input, textarea, select, [contenteditable="true"]';

/** Single-key shortcuts for the page. None fires while someone types, with Ctrl, Alt or Meta, or in a popover. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(TYPING) || target?.closest('[popover]')) return;
      const run = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!run) return;
      event.preventDefault();
      run(event);
    }
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
