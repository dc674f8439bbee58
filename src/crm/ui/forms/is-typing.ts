const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable="true"]';

/** Whether a key is meant for what somebody types. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}
