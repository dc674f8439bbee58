/**
 * What turns the text beside it, so that 'facturafdp.exe' reads as a PDF, or hides between letters, so that equal names
 * differ: direction marks, overrides and isolates, zero-width spaces, soft hyphens, old format signs.
 */
const INVISIBLE = /[\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u206F\uFEFF\uFFF9-\uFFFB]+/gu;
/** Where joiners join nothing, with the marks between them; elsewhere, as in emoji and Persian words, they stay. */
const NOTHING_TO_JOIN = /(?:^|[\p{Script=Latin}\p{Nd}\s])[\p{M}\u200C\u200D]+/gu;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Every text of a stranger passes here: well-formed, composed (NFC), trimmed, on one line, without control and
 * invisible characters; '' if nothing of it could be seen. A line break in a name would get into mail headers.
 */
export function cleanLine(text: string): string {
  return clean(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}

/**
 * The same for text of several lines, which keeps tabs and has \n as its only line break, so that a form's \r\n counts
 * as one character. Direction marks go here, too: a browser orders Arabic or Hebrew without them, and an isolate that is
 * never closed turns the rest of its paragraph.
 */
export function cleanLines(text: string): string {
  return clean(text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''));
}

function clean(text: string): string {
  const seen = text.toWellFormed().replace(INVISIBLE, '');
  const shown = seen.replace(NOTHING_TO_JOIN, (start) => start.replace(/[\u200C\u200D]/g, '')).normalize('NFC');
  return VISIBLE.test(shown) ? shown.trim() : '';
}

/** At most `most` UTF-16 units of a text; a longer one ends in '…', never within a character. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** An email as written, without what a sentence or a keyboard added: hidden marks, full-width letters, a final dot. */
export function cleanEmail(text: string): string {
  return cleanLine(text)
    .normalize('NFKC')
    .replace(/[.,;:]{1,4}$/, '');
}
