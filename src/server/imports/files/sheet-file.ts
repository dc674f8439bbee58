import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/import-errors';
import { fileFault } from './file-fault';
import type { FileRow, OpenFile } from './read-file';
import { Workbook } from './workbook';
import { readXml } from './xml';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of Excel, which takes 1900 for a leap year, and that of old Macs. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);
/** Excel's last column is XFD. */
const MOST_COLUMNS = 16_384;
/** Its last row. */
const LAST_ROW = 2 ** 20;

/** Opens the first sheet of a workbook that is shown. A formula counts as its last result. */
export async function openSheet(file: Buffer): Promise<OpenFile> {
  const book = await Workbook.open(file);
  // In Spanish Excel, whatever is rejected opens in columns with this one.
  return { delimiter: ';', rows: readRows(book), isCut: () => false };
}

async function* readRows(book: Workbook): AsyncGenerator<FileRow> {
  const { path, from1904 } = await book.findSheet();
  const texts = await book.readSharedTexts();
  const dates = await book.readDateStyles();
  const firstDay = from1904 ? FIRST_DAY_1904 : FIRST_DAY;
  let ready: FileRow[] = [];
  let row: FileRow = { row: 0, cells: [], width: 0 };
  let widest = 0;
  let cell = { type: '', style: 0, column: -1, value: '', formula: '' };
  let reads: 'value' | 'formula' | null = null;
  const reading = readXml(book.read(path), {
    open(name, attributes) {
      if (name === 'row') {
        row = { row: numberOf(attributes.r, row.row + 1), cells: [], width: 0 };
        widest = 0;
      } else if (name === 'c') {
        const column = attributes.r ? columnOf(attributes.r) : cell.column + 1;
        if (!(column < MOST_COLUMNS)) throw fileFault(importErrors.damaged);
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
        // Before the row is filled up to there: one far cell in each row would take more memory than the file.
        if (cell.column >= IMPORT_LIMITS.columns) widest = Math.max(widest, cell.column + 1);
        else fill(row.cells, cell.column, value);
      } else if (name === 'row') {
        if (widest > 0) throw fileFault(importErrors.manyColumns(widest, IMPORT_LIMITS.columns, row.row));
        cell.column = -1;
        ready.push(row);
      }
    },
  });
  for await (const _ of reading) {
    yield* ready;
    ready = [];
  }
}

/** The number that a row claims, or the next one: each row has its own, behind those before it. */
function numberOf(claimed: string | undefined, next: number): number {
  const number = Number(claimed);
  return Number.isInteger(number) && number >= next && number <= LAST_ROW ? number : next;
}

function fill(cells: string[], column: number, value: string): void {
  while (cells.length < column) cells.push('');
  cells[column] = value;
}

function readCell(
  { type, style, value, formula }: { type: string; style: number; value: string; formula: string },
  texts: string[],
  isDate: (style: number) => boolean,
  firstDay: number,
): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'Sí' : 'No';
  if (type !== '' && type !== 'n') return value;
  // A program that has never calculated it leaves no result.
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
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
}

/** 'AB12' is column 27. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column === 0 ? Number.NaN : column - 1;
}
