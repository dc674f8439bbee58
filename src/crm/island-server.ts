import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

type Page = { result: object };

/** How many islands each page has so far. */
const counts = new WeakMap<object, number>();

/**
 * Writes an island's HTML, for Astro. React's stream would write a long list's later parts as scripts that put them in
 * their place, which the pages' policy forbids. `prefix` keeps the ids of two islands apart.
 */
function renderToStaticMarkup(this: Page, component: ComponentType, props: object) {
  const count = counts.get(this.result) ?? 0;
  counts.set(this.result, count + 1);
  const prefix = `r${count}`;
  const html = renderToString(createElement(component, props), { identifierPrefix: prefix });
  return { html, attrs: { prefix } };
}

/** Every component that is not Astro's own is React's. */
const check = (component: unknown) => typeof component === 'function' || typeof component === 'object';

export default { name: '@astrojs/react', check, renderToStaticMarkup };
