/** A cell that begins like this is run as a formula by spreadsheets (OWASP, 'CSV Injection'). */
const FORMULA = /^[=+\-@\t\r|%]/;

/** One line of CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value.trimStart()) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
