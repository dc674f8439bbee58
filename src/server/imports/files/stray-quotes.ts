import { looksLikeData } from '../columns/contents';

/** How a text's rows are written: what separates the cells, and how many most rows have. */
export type Table = { delimiter: string; width: number };

/**
 * The lines of a row that a stray quote has swallowed, each as a row whose unpaired quotes are read as such; null for a
 * row as it should be, also if a cell of it has line breaks. Two strays make one cell of the people between them: then a
 * line has a row's width and somebody's contact, and either all lines are rows or the last quote closes no cell.
 */
export function splitSwallowed(cells: readonly string[], raw: string, { delimiter, width }: Table): string[][] | null {
  const broken = cells.filter((cell) => /[\r\n]/.test(cell));
  if (broken.length === 0 || width < 2) return null;
  const lines = raw.split(/\r\n|[\r\n]/).map((line) => readLine(line, delimiter));
  if (lines.at(-1)?.join('') === '') lines.pop();
  const isRow = (line: string[]) => line.length === width;
  if (!lines.slice(1).some((line) => isRow(line) && line.some(looksLikeData))) return null;
  // The parser leaves the first quote where text follows the last one.
  const isUnclosed = broken.some((cell) => cell.startsWith('"'));
  return isUnclosed || lines.every((line) => isRow(line) || line.join('') === '') ? lines : null;
}

/** The cells of a line; a quote counts only if its cell ends with another one. */
function readLine(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const close = line[at] === '"' ? findClose(line, at + 1, delimiter) : -1;
    const next = line.indexOf(delimiter, close < 0 ? at : close);
    const end = next < 0 ? line.length : next;
    cells.push(close < 0 ? line.slice(at, end) : line.slice(at + 1, close).replaceAll('""', '"'));
    at = end + 1;
  }
  return cells;
}

/** Where the cell with this content ends; -1 if text follows its quote, or none does. */
function findClose(line: string, from: number, delimiter: string): number {
  let at = line.indexOf('"', from);
  while (at >= 0 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at + 1 === line.length || line[at + 1] === delimiter ? at : -1;
}
