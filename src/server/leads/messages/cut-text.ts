/** At most `max` UTF-16 units of a text from outside, as it can be stored: composed, well-formed, without NUL. */
export function cutText(text: string, max: number): string {
  return text.normalize('NFC').replaceAll('\0', '').slice(0, max).toWellFormed();
}
