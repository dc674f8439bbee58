/**
 * A lead matches if each of `words` is a prefix of one of its words or, where the text may be a phone number, if its
 * number begins, with its calling code or after it, or ends with one of `runs`. In a fuzzy search, `similar_to` (words of a–z only) also match one letter
 * away. `hides_messages`: the caller may not read WhatsApp messages, so these must not match.
 */
export type SearchTerms = {
  words: string[];
  runs: string[];
  similar_to?: string | undefined;
  hides_messages?: boolean | undefined;
};

/**
 * Matches words that begin with `word` or are one letter away: missing, extra, wrong, or swapped with the next. An
 * error in a prefix's last letter does not count, or half a word would match half of all words.
 */
export function makeFuzzyPattern(word: string): RegExp {
  const ways = [...word].map((letter, at) => {
    const after = word.slice(at + 1);
    const swapped = after && `|${after[0]}${letter}${after.slice(1)}`;
    return `${word.slice(0, at)}([a-z]?${after || '$'}|[a-z]${letter}${after}${swapped})`;
  });
  return new RegExp(`^(${word}|${ways.join('|')})`);
}

/** The beginning of a phone key (server/leads/same-person/contact-keys.ts), which lacks mobile prefixes. */
export function phoneKeyPrefix(run: string): string {
  return run
    .replace(/^549/, '54')
    .replace(/^521/, '52')
    .replace(/^(55[1-9]{2})9(?=[016-9])/, '$1');
}

/** Without the zero by which numbers are dialled within their country. */
export function withoutTrunk(run: string): string {
  return run.replace(/^0/, '');
}

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
