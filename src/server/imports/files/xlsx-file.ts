import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { markText } from '../rows/cells';
import { type Archive, MAX_PARTS } from './archive';
import { type FileRow, fileFault, fill, MergedCells, type OpenFile, ROWS_TO_INSPECT } from './file-rows';
import { readXml } from './xml';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Day 0 of Excel, which treats 1900 as a leap year, and of old Macs. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);
/** Excel's last column is XFD. */
const MAX_COLUMNS = 16_384;
const LAST_ROW = 2 ** 20;
/** Sheets examined for the one with the people. */
const MAX_SHEETS_INSPECTED = 30;

const MAX_SHARED_CHARACTERS = 30 * 2 ** 20;
/** As many as fifty thousand rows with forty distinct columns. */
const MAX_SHARED_TEXTS = 2 * 2 ** 20;
const MAX_STYLES = 65_536;
/** Limit on the merge list behind a sheet's rows; cells beyond count as not merged. */
const MAX_MERGES_LENGTH = 4 * 2 ** 20;
/** Excel allows 31. */
const MAX_NAME_LENGTH = 120;

export async function openXlsx(book: Archive): Promise<OpenFile> {
  const { sheets, from1904 } = await findSheets(book);
  const texts = await readSharedTexts(book);
  const dates = await readDateStyles(book);
  const rowsOf = (at: number, merges: Merges) =>
    readRows(book.read(sheets[at]?.path ?? ''), { texts, dates, from1904, merges });
  const shown: NonNullable<OpenFile['sheets']> = [];
  for (const [at, { name }] of sheets.entries()) {
    const isOne = sheets.length > 1 && at < MAX_SHEETS_INSPECTED;
    shown.push({ name, first: isOne ? await takeFirst(rowsOf(at, new Map())) : [] });
  }
  return {
    sheets: shown,
    from1904,
    async *rows(at) {
      yield* rowsOf(at, await readMerges(book, sheets[at]?.path ?? ''));
    },
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

type SheetPart = { name: string; path: string };

/** The visible sheets, or all if none is, and whether dates count from 1904. */
async function findSheets(book: Archive): Promise<{ sheets: SheetPart[]; from1904: boolean }> {
  const found: { name: string; id: string; isHidden: boolean }[] = [];
  let from1904 = false;
  const parts = readXml(book.read('xl/workbook.xml'), {
    open(tag, attributes) {
      if (tag === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (tag !== 'sheet') return;
      if (found.length === MAX_PARTS) throw fileFault(importErrors.bomb);
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';
      const name = (attributes.name ?? '').slice(0, MAX_NAME_LENGTH);
      found.push({ name, id, isHidden: (attributes.state ?? 'visible') !== 'visible' });
    },
  });
  for await (const _ of parts);
  const paths = new Map<string, string>();
  const links = readXml(book.read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id, Target }) {
      if (name !== 'Relationship' || !Id || !Target) return;
      if (paths.size === MAX_PARTS) throw fileFault(importErrors.bomb);
      paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  for await (const _ of links);
  const shown = found.filter(({ isHidden }) => !isHidden);
  const sheets = (shown.length > 0 ? shown : found).flatMap(({ name, id }) => {
    const path = paths.get(id) ?? '';
    // A chart sheet has no rows.
    return book.has(path) && !path.includes('chartsheets/') ? [{ name, path }] : [];
  });
  if (sheets.length === 0) throw fileFault(importErrors.damaged);
  return { sheets, from1904 };
}

/** Vertical merges by their first row: the column, and the last row. */
type Merges = Map<number, { column: number; to: number }[]>;

/** Reads the merge list that follows a sheet's rows, without parsing the rows, which takes a tenth of the time. */
async function readMerges(book: Archive, path: string): Promise<Merges> {
  let text = '';
  let isFound = false;
  for await (const piece of book.read(path)) {
    text = (isFound ? text : text.slice(-20)) + piece.toString('latin1');
    isFound ||= /<(?:\w{1,9}:)?mergeCells/.test(text);
    if (text.length > MAX_MERGES_LENGTH) break;
  }
  const merges: Merges = new Map();
  if (!isFound) return merges;
  for (const [, letters = '', from, , to] of text.matchAll(/ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g)) {
    const first = Number(from);
    if (Number(to) > first)
      merges.set(first, [...(merges.get(first) ?? []), { column: columnOf(letters), to: Number(to) }]);
  }
  return merges;
}

/** 'AB12' is column 27. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column === 0 ? Number.NaN : column - 1;
}

async function readSharedTexts(book: Archive): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let characters = 0;
  let inText = false;
  let inPhonetics = false;
  const reading = readXml(book.read('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'rPh') inPhonetics = true;
      else if (name === 't') inText = true;
    },
    text(piece) {
      if (!inText || inPhonetics) return;
      text += piece;
      characters += piece.length;
      if (characters > MAX_SHARED_CHARACTERS) throw fileFault(importErrors.bomb);
    },
    close(name) {
      if (name === 'rPh') inPhonetics = false;
      else if (name === 't') inText = false;
      else if (name === 'si') {
        if (texts.length === MAX_SHARED_TEXTS) throw fileFault(importErrors.bomb);
        texts.push(text);
        text = '';
      }
    },
  });
  for await (const _ of reading);
  return texts;
}

/** For each cell style, whether it shows a number as a date. */
async function readDateStyles(book: Archive): Promise<boolean[]> {
  const own = new Map<string, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  const reading = readXml(book.read('xl/styles.xml'), {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') {
        if (own.size === MAX_STYLES) throw fileFault(importErrors.bomb);
        own.set(numFmtId, isDateFormat(formatCode));
      } else if (name === 'xf' && inCells && styles.length < MAX_STYLES)
        styles.push(own.get(numFmtId) ?? isBuiltInDate(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  for await (const _ of reading);
  return styles;
}

function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Letters of days and years, outside quotes and brackets. */
function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, ''));
}
