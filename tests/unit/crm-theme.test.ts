import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

type Palette = Record<string, string>;
const themes: { light: Palette; dark: Palette } = createRequire(import.meta.url)('../../src/styles/crm-theme.cjs');

/** WCAG 2.2: the relative luminance of a colour like `#0B2E2A`. */
function luminanceOf(colour = ''): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string | undefined, other: string | undefined): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const SURFACES = ['white', 'sand', 'petrol-haze'];
const TEXTS = ['ink', 'ink-soft', 'ink-faint', 'petrol', 'petrol-dark', 'terracotta-dark', 'honey-dark', 'leaf-dark'];
const PAIRS: [text: string, ground: string][] = [
  ...TEXTS.flatMap((text) => SURFACES.map((ground): [string, string] => [text, ground])),
  ['white', 'petrol'],
  ['white', 'petrol-dark'],
  ['white', 'terracotta-dark'],
  ['white', 'terracotta-deep'],
  ['petrol-dark', 'petrol-mist'],
  ['terracotta-dark', 'terracotta-mist'],
  ['honey-dark', 'honey-mist'],
  ['leaf-dark', 'leaf-mist'],
  ['ink-soft', 'sand-deep'],
  ['lamp', 'petrol-deep'],
];

test.each(['light', 'dark'] as const)('in the %s theme every text can be read on its ground', (name) => {
  const theme = themes[name];
  const unreadable = PAIRS.filter(([text, ground]) => contrastOf(theme[text], theme[ground]) < 4.5);
  expect(unreadable).toEqual([]);
});

test.each(['light', 'dark'] as const)('in the %s theme the border of a control can be seen', (name) => {
  const { edge, white, sand } = themes[name];
  expect(contrastOf(edge, white)).toBeGreaterThanOrEqual(3);
  expect(contrastOf(edge, sand)).toBeGreaterThanOrEqual(3);
});

test('in the dark theme nothing is brighter than a name', () => {
  const { ink, ...others } = themes.dark;
  const brighter = Object.entries(others).filter(([, colour]) => luminanceOf(colour) > luminanceOf(ink));
  expect(brighter).toEqual([]);
});
