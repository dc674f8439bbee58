import type { AstroCookies } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { readZone } from '~/shared/zone-cookie';
import { drawInZone } from './ui/reading/page-zone';

type Page = { result: { cookies: AstroCookies } };

/** Islands per page so far. */
const counts = new WeakMap<object, number>();

/**
 * Renders an island's HTML for Astro. React's streaming would write a long list's later parts as scripts that move them
 * into place, which the content security policy forbids. `prefix` keeps the ids of two islands apart.
 */
function renderToStaticMarkup(this: Page, component: ComponentType, props: object) {
  const { result } = this;
  const count = counts.get(result) ?? 0;
  counts.set(result, count + 1);
  const prefix = `r${count}`;
  // `renderToString` is synchronous, so no other request can change the zone meanwhile.
  drawInZone(() => readZone(result.cookies));
  const html = renderToString(createElement(component, props), { identifierPrefix: prefix });
  return { html, attrs: { prefix } };
}

/** Any component that is not Astro's own is React's. */
const check = (component: unknown) => typeof component === 'function' || typeof component === 'object';

export default { name: '@astrojs/react', check, renderToStaticMarkup };
