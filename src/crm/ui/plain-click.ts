type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** Whether a link may be opened on this page. Other clicks, such as with the middle button, are left to the browser. */
export function isPlainClick(event: Press): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link's click handler that does `work` on this page; other clicks are left to the browser. */
export function onPlainClick(work: () => void): (event: Press & { preventDefault: () => void }) => void {
  return (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    work();
  };
}
