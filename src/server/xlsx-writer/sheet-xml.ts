/** A day or moment by the wall clock: 'YYYY-MM-DD' or 'YYYY-MM-DDTHH:MM', seconds optional. */
export type WallTime = { wall: string };
export type SheetCell = string | number | null | WallTime;

/** Indexes into STYLES' cellXfs. */
const STYLE = { text: 1, day: 2, moment: 3, head: 4 } as const;

/**
 * Texts stay texts: one that looks like a formula or a number remains itself when somebody edits the cell
 * (`quotePrefix`, format 49). Days and moments are Excel's serial numbers.
 */
export const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>\
<cellXfs count="5"><xf xfId="0"/><xf numFmtId="49" quotePrefix="1" applyNumberFormat="1" xfId="0"/>\
<xf numFmtId="164" applyNumberFormat="1" xfId="0"/><xf numFmtId="165" applyNumberFormat="1" xfId="0"/>\
<xf fontId="1" applyFont="1" xfId="0"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A sheet up to its rows; the first row is frozen. */
export function beginSheet(heads: readonly string[], widths: readonly number[]): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>\
<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>\
</sheetViews><cols>${columns.join('')}</cols><sheetData><row r="1">${heads.map((head, at) => textCell(place(at, 1), STYLE.head, head)).join('')}</row>`;
}

/** A sheet's end; the heads filter all rows. */
export function endSheet(columns: number, lastRow: number): string {
  return `</sheetData><autoFilter ref="A1:${place(columns - 1, lastRow)}"/></worksheet>`;
}

export function writeSheetRow(row: number, cells: readonly SheetCell[]): string {
  return `<row r="${row}">${cells.map((cell, at) => writeCell(place(at, row), cell)).join('')}</row>`;
}

function writeCell(at: string, cell: SheetCell): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return textCell(at, /^\s*['=+\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠\d]/.test(cell) ? STYLE.text : 0, cell);
  const hasHour = cell.wall.length > 'YYYY-MM-DD'.length;
  return `<c r="${at}" s="${hasHour ? STYLE.moment : STYLE.day}"><v>${toSerial(cell.wall, hasHour)}</v></c>`;
}

function textCell(at: string, style: number, text: string): string {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${at}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t${space}>${escapeXml(text)}</t></is></c>`;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(1899, 11, 30);
/** A tenth of a second: readers take a whole number for a day without a time. */
const MIDNIGHT = 0.000001;

function toSerial(wall: string, hasHour: boolean): number {
  const serial = (Date.parse(hasHour ? `${wall}Z` : `${wall}T00:00Z`) - FIRST_DAY) / DAY_MS;
  return hasHour && Number.isInteger(serial) ? serial + MIDNIGHT : serial;
}

/** 'AB12' is column 27 in row 12. */
function place(column: number, row: number): string {
  return `${columnName(column)}${row}`;
}

function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What XML cannot hold or would not give back, and what looks like an escape of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const SPECIAL = /[&<>]|[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[\dA-Fa-f]{4}_)/g;

export function escapeXml(text: string): string {
  return text.replace(
    SPECIAL,
    (sign) => ENTITIES[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
