import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { markText } from '../rows/cells';
import type { Archive } from './archive';
import { type FileRow, fileFault, fill, MergedCells, type OpenFile, ROWS_TO_INSPECT } from './file-rows';
import { columnOf, findSheets, type Merges, readDateStyles, readMerges, readSharedTexts } from './workbook';
import { readXml } from './xml';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of Excel, which treats 1900 as a leap year, and of old Macs. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);
/** Excel's last column is XFD. */
const MAX_COLUMNS = 16_384;
/** Excel's last row. */
const LAST_ROW = 2 ** 20;
/** Sheets examined for the one with the people. */
const MAX_SHEETS_INSPECTED = 30;

/** Opens a workbook of Excel. A formula counts as its cached result. */
export async function openXlsx(book: Archive): Promise<OpenFile> {
  const { sheets, from1904 } = await findSheets(book);
  const texts = await readSharedTexts(book);
  const dates = await readDateStyles(book);
  const rowsOf = (at: number, merges: Merges) =>
    readRows(book.read(sheets[at]?.path ?? ''), { texts, dates, from1904, merges });
  const shown: OpenFile['sheets'] = [];
  for (const [at, { name }] of sheets.entries()) {
    const isOne = sheets.length > 1 && at < MAX_SHEETS_INSPECTED;
    shown.push({ name, first: isOne ? await takeFirst(rowsOf(at, new Map())) : [] });
  }
  return {
    // The separator that makes rejected rows open in columns in Spanish Excel.
    delimiter: ';',
    sheets: shown,
    from1904,
    text: null,
    literal: () => [],
    async *rows(at) {
      yield* rowsOf(at, await readMerges(book, sheets[at]?.path ?? ''));
    },
    isCut: () => false,
  };
}

/** A sheet's first rows; none if it cannot be read, since it may not be the one wanted. */
async function takeFirst(rows: AsyncGenerator<FileRow>): Promise<FileRow[]> {
  const first: FileRow[] = [];
  try {
    for await (const row of rows) if (first.push(row) === ROWS_TO_INSPECT) break;
  } catch {
    return [];
  }
  return first;
}

type Book = { texts: string[]; dates: boolean[]; from1904: boolean; merges: Merges };

async function* readRows(
  bytes: AsyncIterable<Buffer>,
  { texts, dates, from1904, merges }: Book,
): AsyncGenerator<FileRow> {
  const firstDay = from1904 ? FIRST_DAY_1904 : FIRST_DAY;
  const merged = new MergedCells();
  let ready: FileRow[] = [];
  let row: FileRow = { row: 0, cells: [], width: 0 };
  let widest = 0;
  let cell = { type: '', style: 0, column: -1, value: '', formula: '' };
  let reads: 'value' | 'formula' | null = null;
  const reading = readXml(bytes, {
    open(name, attributes) {
      if (name === 'row') {
        const isHidden = /^(1|true)$/.test(attributes.hidden ?? '');
        row = { row: numberOf(attributes.r, row.row + 1), cells: [], width: 0, isHidden };
        widest = 0;
      } else if (name === 'c') {
        const column = attributes.r ? columnOf(attributes.r) : cell.column + 1;
        if (!(column < MAX_COLUMNS)) throw fileFault(importErrors.damaged);
        cell = { type: attributes.t ?? '', style: Number(attributes.s ?? 0), column, value: '', formula: '' };
      } else if (name === 'v' || (name === 't' && cell.type === 'inlineStr')) reads = 'value';
      else if (name === 'f') reads = 'formula';
    },
    text(piece) {
      if (!reads) return;
      cell[reads] += piece;
      if (cell[reads].length > IMPORT_LIMITS.cell)
        throw fileFault(importErrors.longCell(row.row, cell.column + 1, IMPORT_LIMITS.cell));
    },
    close(name) {
      if (name === 'v' || name === 't' || name === 'f') reads = null;
      else if (name === 'c') {
        const value = readCell(cell, texts, (style) => dates[style] === true, firstDay);
        if (value.trim() === '') return;
        // Checked before padding: one far cell per row would take more memory than the file.
        if (cell.column >= IMPORT_LIMITS.columns) widest = Math.max(widest, cell.column + 1);
        else fill(row.cells, cell.column, value);
      } else if (name === 'row') {
        if (widest > 0) throw fileFault(importErrors.manyColumns(widest, IMPORT_LIMITS.columns, row.row));
        cell.column = -1;
        for (const { column, to } of merges.get(row.row) ?? []) merged.begin(column, to, row.cells[column] ?? '');
        merged.fill(row);
        ready.push(row);
      }
    },
  });
  for await (const _ of reading) {
    yield* ready;
    ready = [];
  }
}

/** The row number claimed, if it is beyond those before; otherwise the next. */
function numberOf(claimed: string | undefined, next: number): number {
  const number = Number(claimed);
  return Number.isInteger(number) && number >= next && number <= LAST_ROW ? number : next;
}

function readCell(
  { type, style, value, formula }: { type: string; style: number; value: string; formula: string },
  texts: string[],
  isDate: (style: number) => boolean,
  firstDay: number,
): string {
  if (type === 's') return markText(readSigns(texts[Number(value)] ?? ''));
  if (type === 'b') return value === '1' ? 'Sí' : 'No';
  if (type !== '' && type !== 'n') return markText(readSigns(value));
  // A program that never calculated a formula stores no result.
  if (value === '') return formula === '' ? '' : `=${formula}`;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (isDate(style)) return writeSerial(number, firstDay);
  return Number.isSafeInteger(number) ? String(number) : value;
}

function writeSerial(serial: number, firstDay: number): string {
  const moment = new Date(firstDay + Math.round((serial * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(moment.getTime())) return String(serial);
  const text = moment.toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ').replace(/:00$/, '');
}

/** Characters that XML cannot hold, such as a Windows line break, are escaped as '_x000D_'. */
function readSigns(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
