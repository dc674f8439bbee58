const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The words that are one letter away from a word, and itself (nearTo): what others may begin with, and what has to be
 * the whole word. Some 50 for each letter; each is looked up in the index in some 20 µs.
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
