import type { ElementType, Key, ReactNode } from 'react';
import { jsx as create, jsxs as createStatic, Fragment } from 'react/jsx-runtime';

export { Fragment };

type Props = { children?: ReactNode };

/**
 * React's JSX, in which no text has siblings: adjoining ones become one, which beside elements gets a `<span>`. Whatever
 * translates a page puts `<font>`s in place of text nodes. React would keep the old nodes: removing one, or inserting
 * before it, would throw, and changing one would change nothing. An element's only text, however, it sets as a whole.
 */
export function jsx(type: ElementType, props: Props, key?: Key) {
  return create(type, separate(type, props), key);
}

/** For several children; in what is built, React's own two are the same, too. */
export { jsx as jsxs };

/** What `astro dev` calls for both. */
export function jsxDEV(type: ElementType, props: Props, key: Key | undefined, isStatic: boolean) {
  const separated = separate(type, props);
  const isList = isStatic && Array.isArray(separated.children);
  return (isList ? createStatic : create)(type, separated, key);
}

const isText = (child: unknown) => (typeof child === 'string' && child !== '') || typeof child === 'number';
const isShown = (child: unknown) => isText(child) || (typeof child === 'object' && child !== null);

function separate(type: ElementType, props: Props): Props {
  // A fragment's children have siblings beside it.
  const children: unknown = type === Fragment ? [props.children].flat(1) : props.children;
  if (!Array.isArray(children) || !children.some(isText)) return props;
  // Places are kept, as React tells children by them.
  const parts: ReactNode[] = [...children];
  let start = -1;
  for (const [place, child] of children.entries()) {
    if (!isText(child)) {
      if (isShown(child)) start = -1;
    } else if (start < 0) start = place;
    else {
      parts[start] = `${parts[start]}${child}`;
      parts[place] = null;
    }
  }
  const shown = parts.filter(isShown);
  if (shown.length === 1 && type !== Fragment) return { ...props, children: shown[0] };
  return { ...props, children: parts.map(wrap) };
}

/** Translators leave blanks alone, and one in a `<span>` would be an item of a flex box. */
function wrap(part: ReactNode, place: number): ReactNode {
  return isText(part) && `${part}`.trim() ? create('span', { children: part }, `text ${place}`) : part;
}
