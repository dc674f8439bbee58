/**
 * The CRM's light and dark colours. Its utilities (`bg-white`, `text-ink`, …) are custom properties, so that one media
 * query changes all of them. The landing is always light and gets plain values from tailwind.config.cjs.
 */
const { theme } = require('../../tailwind.config.cjs');

/** Beyond the brand: `white` is the surface of cards, `edge` the border of controls (3:1). */
const light = {
  ...flatten(theme.extend.colors),
  white: '#FFFFFF',
  edge: '#7F8C85',
  'terracotta-deep': '#8F3115',
  veil: 'rgb(16 32 28 / 0.45)',
};

/** The dark theme's overrides. `lamp` and `petrol-deep` (the bar, toasts) stay. */
const dark = {
  ink: '#E6EEEA',
  'ink-soft': '#B7C6C0',
  'ink-faint': '#95A8A1',
  petrol: '#7DCDBE',
  'petrol-dark': '#A5E2D6',
  'petrol-mist': '#1E423B',
  'petrol-haze': '#1B302B',
  sand: '#0C1412',
  'sand-deep': '#25332F',
  'sand-line': '#2E3E39',
  terracotta: '#F08560',
  'terracotta-dark': '#FFA388',
  'terracotta-deep': '#FFBDA8',
  'terracotta-mist': '#432218',
  honey: '#D9A53C',
  'honey-dark': '#F2C866',
  'honey-mist': '#3A2D0E',
  leaf: '#3FBF86',
  'leaf-dark': '#7ADBAF',
  'leaf-mist': '#16372B',
  white: '#15201D',
  edge: '#6F827B',
  veil: 'rgb(0 0 0 / 0.6)',
};

/** Shadows are invisible in the dark, so a line marks the edge. */
const shadows = {
  light: {
    card: '0 1px 2px rgb(16 32 28 / 0.05), 0 1px 8px rgb(16 32 28 / 0.04)',
    float: '0 8px 30px rgb(16 32 28 / 0.18)',
  },
  dark: {
    card: '0 0 0 1px var(--color-sand-line)',
    float: '0 0 0 1px var(--color-sand-line), 0 8px 30px rgb(0 0 0 / 0.6)',
  },
};

/** @param {Record<string, Record<string, string>>} colors */
function flatten(colors) {
  return Object.fromEntries(
    Object.entries(colors).flatMap(([name, shades]) =>
      Object.entries(shades).map(([shade, value]) => [shade === 'DEFAULT' ? name : `${name}-${shade}`, value]),
    ),
  );
}

/**
 * @param {string} prefix
 * @param {Record<string, string>} values
 */
function toProperties(prefix, values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${prefix}-${name}`, value]));
}

/**
 * @param {string} prefix
 * @param {Record<string, string>} values
 */
function toReferences(prefix, values) {
  return Object.fromEntries(Object.keys(values).map((name) => [name, `var(--${prefix}-${name})`]));
}

module.exports = {
  light,
  dark: { ...light, ...dark },
  theme: {
    extend: { colors: toReferences('color', light), boxShadow: toReferences('shadow', shadows.light) },
  },
  plugins: [
    /** @param {{ addBase: (rules: object) => void }} plugin */
    ({ addBase }) =>
      addBase({
        ':root': { ...toProperties('color', light), ...toProperties('shadow', shadows.light) },
        // Paper gets the light colours, whatever the screen shows.
        '@media screen and (prefers-color-scheme: dark)': {
          ':root': { ...toProperties('color', dark), ...toProperties('shadow', shadows.dark) },
        },
      }),
  ],
};
