import { expect, test } from 'vitest';
import { makeFuzzyPattern, spellingsNear } from '~/server/leads/search/terms';
import { seededRandom } from '../support/seeded-random';

test('a word is similar to what is one letter away, and to what begins so, but not to what only shares its beginning', () => {
  const similar = [
    'martin',
    'martinez',
    'mart',
    'marta',
    'maran',
    'marntin',
    'mratnez',
    'amrtn',
    'artnez',
    'martn',
    'marti',
  ];
  const others = ['martes', 'martillo', 'martis', 'mar', 'mrtin', 'maartin', 'm', '', 'mart1n'];
  const matching = [...similar, ...others].filter((own) => makeFuzzyPattern('martn').test(own));
  expect(matching).toEqual(similar);
});

test('what the index is asked for is what a panel lets through', () => {
  const roll = seededRandom(36);
  const word = (from: number, letters: string) =>
    Array.from({ length: from + roll(4) }, () => letters[roll(letters.length)]).join('');
  let found = 0;
  for (let n = 0; n < 5000; n++) {
    const [own, asked] = [word(1, 'abc1'), word(4, 'abc')];
    const { beginnings, whole } = spellingsNear(asked);
    const isAsked = whole.includes(own) || beginnings.some((text) => own.startsWith(text));
    expect([own, asked, makeFuzzyPattern(asked).test(own)]).toEqual([own, asked, isAsked]);
    if (isAsked) found++;
  }
  expect(found).toBeGreaterThan(20);
});
