import { type RefObject, useLayoutEffect } from 'react';

/** Makes a box as tall as the text in it, where the browser does not know `field-sizing`. */
export function useGrowing(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box shows the text
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || CSS.supports('field-sizing', 'content')) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
  }, [box, text]);
}
