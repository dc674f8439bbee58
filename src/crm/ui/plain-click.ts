import type { MouseEvent } from 'react';

/** Whether a link may be followed in place. Any other click on it, a middle one for example, is the browser's to follow. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
