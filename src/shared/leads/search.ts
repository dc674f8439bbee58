/** How a search text is read: alike on the server, which looks it up, and on screens that receive new leads. */

const FEWEST_PHONE_DIGITS = 3;

/** Text without case and accents, as two spellings of a name are compared. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text, folded. */
export function foldedWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The digits of a search that looks like (a part of) a phone number, else null. */
export function phoneDigits(search: string): string | null {
  if (!/^[+\d\s().\-/]+$/.test(search)) return null;
  const digits = search.replace(/\D/g, '');
  return digits.length >= FEWEST_PHONE_DIGITS ? digits : null;
}
