import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { markText } from '../rows/cells';
import { type Archive, MAX_PARTS } from './archive';
import { type FileRow, fileFault, fill, MergedCells, type OpenFile, ROWS_TO_INSPECT } from './file-rows';
import { readXml } from './xml';

/** LibreOffice's last row and column; the empty ones up to there are stored as one, repeated. */
const MAX_REPEATS = 2 ** 20;
const MAX_NAME_LENGTH = 120;

type Attributes = Record<string, string>;
type OdsRow = FileRow & { sheet: number; repeats: number };
type Table = { name: string; style: string };

export async function openOds(book: Archive): Promise<OpenFile> {
  const tables: Table[] = [];
  const hidden = new Set<string>();
  const first: FileRow[][] = [];
  const content = () => book.read('content.xml');
  for await (const { sheet, repeats: _, ...row } of readRows(content(), { tables, hidden })) {
    first[sheet] ??= [];
    if (first[sheet].length < ROWS_TO_INSPECT) first[sheet].push(row);
  }
  if (tables.length === 0) throw fileFault(importErrors.notWorkbook);
  const all = tables.map(({ name, style }, index) => ({ name, index, isHidden: hidden.has(style) }));
  const shown = all.filter(({ isHidden }) => !isHidden);
  const sheets = shown.length > 0 ? shown : all;
  return {
    sheets: sheets.map(({ name, index }) => ({ name, first: first[index] ?? [] })),
    async *rows(at) {
      const wanted = sheets[at]?.index;
      for await (const { sheet, repeats, ...row } of readRows(content(), { wanted })) {
        if (sheet !== wanted) return;
        for (let more = 0; more < repeats; more++) yield { ...row, row: row.row + more };
      }
    },
  };
}

type TablesToRead = { tables?: Table[]; hidden?: Set<string>; wanted?: number | undefined };

/**
 * Non-empty rows of all sheets as far as they fit, or up to the end of `wanted`.
 * @throws {AppError} `invalid` for a row of `wanted` that does not fit.
 */
async function* readRows(
  bytes: AsyncIterable<Buffer>,
  { tables = [], hidden, wanted }: TablesToRead,
): AsyncGenerator<OdsRow> {
  let ready: OdsRow[] = [];
  let depth = 0;
  let atSheets = Number.NaN;
  let style = '';
  let merged = new MergedCells();
  let row: OdsRow = { row: 0, cells: [], width: 0, sheet: -1, repeats: 0 };
  let column = 0;
  let cell: { depth: number; attributes: Attributes; text: string } | null = null;
  let paragraph = Number.NaN;

  const write = (text: string) => {
    if (!cell || Number.isNaN(paragraph)) return;
    if (cell.text.length + text.length <= IMPORT_LIMITS.cell) cell.text += text;
    else if (row.sheet === wanted) throw fileFault(importErrors.longCell(row.row, column + 1, IMPORT_LIMITS.cell));
  };
  const closeCell = ({ attributes, text }: { attributes: Attributes; text: string }) => {
    const repeats = countOf(attributes['table:number-columns-repeated']);
    const value = readValue(attributes, text);
    if (value.trim() !== '') {
      const width = column + repeats;
      if (width > IMPORT_LIMITS.columns && row.sheet === wanted)
        throw fileFault(importErrors.manyColumns(width, IMPORT_LIMITS.columns, row.row));
      for (let at = column; at < Math.min(width, IMPORT_LIMITS.columns); at++) fill(row.cells, at, value);
      const rows = countOf(attributes['table:number-rows-spanned']);
      if (rows > 1) merged.begin(column, row.row + rows - 1, value);
    }
    column += repeats;
  };

  const reading = readXml(bytes, {
    open(name, attributes) {
      depth++;
      if (cell) {
        if (name === 'p' && depth === cell.depth + 1) {
          paragraph = depth;
          if (cell.text !== '') write('\n');
        } else if (name === 's') write(' '.repeat(Math.min(countOf(attributes['text:c']), IMPORT_LIMITS.cell)));
        else if (name === 'tab') write('\t');
        else if (name === 'line-break') write('\n');
      } else if (name === 'spreadsheet') atSheets = depth;
      else if (name === 'style') style = attributes['style:name'] ?? '';
      else if (name === 'table-properties' && attributes['table:display'] === 'false') hidden?.add(style);
      else if (name === 'table' && depth === atSheets + 1) {
        if (tables.length === MAX_PARTS) throw fileFault(importErrors.bomb);
        const called = (attributes['table:name'] ?? '').slice(0, MAX_NAME_LENGTH);
        tables.push({ name: called, style: attributes['table:style-name'] ?? '' });
        merged = new MergedCells();
        row = { row: 0, cells: [], width: 0, sheet: row.sheet + 1, repeats: 1 };
      } else if (name === 'table-row') {
        const repeats = countOf(attributes['table:number-rows-repeated']);
        const isHidden = /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '');
        row = { ...row, row: row.row + row.repeats, cells: [], repeats, isHidden };
        column = 0;
      } else if (name === 'table-cell' || name === 'covered-table-cell') cell = { depth, attributes, text: '' };
    },
    text: write,
    close(name) {
      if (depth === paragraph) paragraph = Number.NaN;
      else if (cell?.depth === depth) {
        closeCell(cell);
        cell = null;
      } else if (!cell && name === 'table-row' && row.cells.length > 0 && (wanted ?? row.sheet) <= row.sheet) {
        merged.fill(row);
        ready.push(row);
      }
      depth--;
    },
  });
  for await (const _ of reading) {
    yield* ready;
    ready = [];
  }
}

function countOf(repeated: string | undefined): number {
  const count = Number(repeated ?? 1);
  return Number.isInteger(count) && count >= 1 ? Math.min(count, MAX_REPEATS) : 1;
}

/** A cell's value as Excel would hold it; the formula itself if it was never calculated. */
function readValue(attributes: Attributes, text: string): string {
  const value = attributes['office:value'] ?? '';
  switch (attributes['office:value-type']) {
    case 'date':
      return writeDate(attributes['office:date-value'] ?? text);
    case 'boolean':
      return attributes['office:boolean-value'] === 'true' ? 'Sí' : 'No';
    case 'float':
    case 'currency':
      return /^-?\d{1,15}\.0+$/.test(value) ? value.slice(0, value.indexOf('.')) : value || text;
    case 'string':
      return markText(text || (attributes['office:string-value'] ?? ''));
  }
  if (text !== '') return text;
  return attributes['table:formula']?.replace(/^[a-z]{1,6}:/, '') ?? '';
}

/** '2026-11-21', or '2026-11-21 10:30'. */
const writeDate = (iso: string): string =>
  iso
    .slice(0, 16)
    .replace('T', ' ')
    .replace(/ 00:00$/, '');
