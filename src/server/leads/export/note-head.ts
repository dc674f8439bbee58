/** How a row of an export begins each of its lead's notes: when, and by whom. */
export function writeNoteHead(moment: string, author: string): string {
  return `${moment}, ${author}:\n`;
}

/** The next such beginning in a text. */
export const NOTE_HEAD = /(?:^|(?<=\n))\d\d\/\d\d\/\d{4} \d\d:\d\d, [^\n]{1,200}:\n/;
