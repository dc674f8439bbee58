/** Makes a predicate: does a text contain an email, in one of these spellings and not within a longer one? */
export function makeEmailMatcher(spellings: string[]): (...texts: (string | null)[]) => boolean {
  if (spellings.length === 0) return () => false;
  const escaped = spellings.map((email) => email.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`(?<![\\w.+-])(?:${escaped.join('|')})(?![\\w-]|\\.\\w)`);
  return (...texts) => texts.some((text) => text !== null && whole.test(text.toLowerCase()));
}
