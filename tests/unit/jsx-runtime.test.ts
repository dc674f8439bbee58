import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from '~/crm/ui/Button';
import { Fragment, jsx, jsxDEV } from '~/crm/ui/jsx-runtime';

const icon = () => jsx('svg', {});

test('a text beside elements is in one of its own, adjoining texts in one together, and an only text in none', () => {
  const drawn = (children: ReactNode[], type: 'p' | typeof Fragment = 'p') =>
    renderToStaticMarkup(jsxDEV(type, { children }, undefined, true));
  expect(drawn(['Hay ', 3, ' leads'])).toBe('<p>Hay 3 leads</p>');
  expect(drawn([icon(), 'Hay ', 0, false, ' leads'])).toBe('<p><svg></svg><span>Hay 0 leads</span></p>');
  expect(drawn(['Del ', icon(), ' al ', icon(), '.'])).toBe(
    '<p><span>Del </span><svg></svg><span> al </span><svg></svg><span>.</span></p>',
  );
  expect(drawn([false, 'Guardar', null])).toBe('<p>Guardar</p>');
  // An empty one is nothing, a blank nothing to translate.
  expect(drawn([icon(), '', icon(), ' ', icon()])).toBe('<p><svg></svg><svg></svg> <svg></svg></p>');
  // What stands beside a fragment is unknown.
  expect(drawn(['Hay ', 3], Fragment)).toBe('<span>Hay 3</span>');
  expect(renderToStaticMarkup(jsx(Fragment, { children: 'Hay' }))).toBe('<span>Hay</span>');
});

test('children keep their places, by which React tells them', () => {
  const { props } = jsxDEV('p', { children: ['Hay ', 3, icon()] }, undefined, true) as {
    props: { children: unknown[] };
  };
  expect(props.children).toMatchObject([{ type: 'span' }, null, { type: 'svg' }]);
});

test('the CRM’s screens are made with it', () => {
  const busy = renderToStaticMarkup(createElement(Button, { busyLabel: 'Guardando…' }, 'Guardar'));
  expect(busy).toMatch(/<\/svg><span>Guardando…<\/span><\/button>$/);
});
