import { type RefObject, useLayoutEffect } from 'react';

/** Grows a box with its text, where the browser lacks `field-sizing`. */
export function useAutoGrow(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box shows the text
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || CSS.supports('field-sizing', 'content')) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
  }, [box, text]);
}
