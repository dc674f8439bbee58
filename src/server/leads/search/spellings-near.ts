const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The word and its neighbours one letter away (`makeFuzzyPattern`): prefixes, and words that must match whole. Some 50 per
 * letter, at some 20 µs of lookup each.
 */
export function spellingsNear(word: string): { beginnings: string[]; whole: string[] } {
  const beginnings = new Set([word]);
  const whole = new Set<string>();
  for (let at = 0; at < word.length; at++) {
    const before = word.slice(0, at);
    const after = word.slice(at + 1);
    const others = after ? beginnings : whole;
    others.add(before + after);
    for (const letter of LETTERS) {
      others.add(before + letter + after);
      beginnings.add(before + letter + word[at] + after);
    }
    if (after) beginnings.add(before + after[0] + word[at] + after.slice(1));
  }
  return { beginnings: [...beginnings], whole: [...whole] };
}
