import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** They ask for their notice to be kept, and for nothing else. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Tools that build or test; the owner reads of them in README.md. */
const TOOLS: Record<string, RegExp> = {
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  'MPL-2.0': /^(lightningcss(-|$)|axe-core$|ical\.js$)/,
};

type Lock = { packages: Record<string, { license?: string }> };

/** Whether one of the alternatives has no term that is not allowed. */
function isAllowed(name: string, licence: string): boolean {
  const terms = (text: string) => text.split(' AND ');
  const isHarmless = (term: string) => PERMISSIVE.has(term) || TOOLS[term]?.test(name) === true;
  return licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((alternative) => terms(alternative).every(isHarmless));
}

test('no dependency has a licence that an owner has not been told of', () => {
  const { packages }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const others = Object.entries(packages)
    .map(([path, { license = 'none' }]) => [path.replace(/^.*node_modules\//, ''), license] as const)
    .filter(([name, licence]) => name !== '' && !isAllowed(name, licence));
  expect(others).toEqual([]);
});
