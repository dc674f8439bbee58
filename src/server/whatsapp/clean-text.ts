/**
 * Somebody's text as it can be stored: without control characters, well-formed, and cut to `most` characters; null if
 * nothing is left.
 */
export function cleanText(text: string, most: number, lines: 'one line' | 'many' = 'many'): string | null {
  const plain = text
    .toWellFormed()
    .replace(lines === 'many' ? /[^\P{Cc}\n\t]/gu : /\p{Cc}+/gu, lines === 'many' ? '' : ' ')
    .trim();
  if (plain.length <= most) return plain || null;
  // A cut may fall within a pair.
  return `${plain.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
