import { cleanLine, cleanLines } from '~/shared/clean-text';
import { IMPORT_LIMITS, type LegacyEncoding } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { Archive } from './archive';
import { openCsv, readSample } from './csv-file';
import { type OpenText, openText } from './encodings';
import { type FileRow, fileFault, type OpenFile } from './file-rows';
import { openOds } from './ods-file';
import { isVcard, openVcard } from './vcard-file';
import { openXlsx } from './xlsx-file';

/** Magic bytes of files that are not spreadsheets. */
const OTHERS: { begins: number[]; at?: number; says: string }[] = [
  { begins: [0x89, 0x50, 0x4e, 0x47], says: importErrors.picture },
  { begins: [0xff, 0xd8, 0xff], says: importErrors.picture },
  { begins: [0x47, 0x49, 0x46, 0x38], says: importErrors.picture },
  { begins: [0x57, 0x45, 0x42, 0x50], at: 8, says: importErrors.picture },
  { begins: [0x42, 0x4d], says: importErrors.picture },
  { begins: [0x25, 0x50, 0x44, 0x46], says: importErrors.pdf },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], says: importErrors.oldExcel },
  { begins: [0x1f, 0x8b], says: importErrors.noTable.archive },
  { begins: [0x52, 0x61, 0x72, 0x21, 0x1a], says: importErrors.noTable.archive },
  { begins: [0x37, 0x7a, 0xbc, 0xaf, 0x27], says: importErrors.noTable.archive },
  { begins: [0x66, 0x74, 0x79, 0x70], at: 4, says: importErrors.noTable.media },
  { begins: [0x4f, 0x67, 0x67, 0x53], says: importErrors.noTable.media },
  { begins: [0x49, 0x44, 0x33], says: importErrors.noTable.media },
  { begins: [...Buffer.from('SQLite format 3')], says: importErrors.noTable.database },
];
const ZIP = [0x50, 0x4b];

/** Characters of all cells: many cells may share one string of a workbook. */
const MAX_CHARACTERS = 60 * 2 ** 20;

/**
 * Opens a file by its content, not its name or type. Rows come without trailing empty cells, and empty rows not at all.
 * `encoding`: that of a text's lines that are not UTF-8; guessed by default.
 * @throws {AppError} `invalid`, now or while rows are read, with a sentence that says what is wrong with it.
 */
export async function openFile(file: Buffer, encoding?: LegacyEncoding): Promise<OpenFile> {
  if (file.byteLength === 0) throw fileFault(importErrors.empty);
  const other = OTHERS.find(({ begins, at = 0 }) => beginsWith(file, begins, at));
  if (other && !(other.begins.length === 2 && !file.includes(0))) throw fileFault(other.says);
  if (/^\s*<(!doctype|html|table)/i.test(file.toString('latin1', 0, 200))) throw fileFault(importErrors.page);
  const opened = beginsWith(file, ZIP, 0) ? await openWorkbook(file) : openTable(openText(file, encoding));
  const sheets = opened.sheets?.map((sheet) => ({ ...sheet, name: cleanLine(sheet.name) }));
  return { ...opened, ...(sheets && { sheets }), rows: (sheet) => bounded(opened.rows(sheet)) };
}

function openTable(text: OpenText): OpenFile {
  const sample = readSample(text.pieces());
  if (isVcard(sample)) return openVcard(text);
  const other = findOtherText(sample);
  if (other) throw fileFault(other);
  return openCsv(text, sample);
}

async function openWorkbook(file: Buffer): Promise<OpenFile> {
  const book = await Archive.open(file);
  if (book.has('xl/workbook.xml')) return openXlsx(book);
  if (book.has('content.xml')) return openOds(book);
  if (book.has('word/document.xml') || book.has('ppt/presentation.xml')) throw fileFault(importErrors.noTable.document);
  if (book.has('_chat.txt')) throw fileFault(importErrors.noTable.chat);
  if (book.has('Index/Document.iwa')) throw fileFault(importErrors.noTable.numbers);
  throw fileFault(importErrors.notWorkbook);
}

function beginsWith(file: Buffer, bytes: number[], at: number): boolean {
  return bytes.every((byte, index) => file[at + index] === byte);
}

async function* bounded(rows: AsyncGenerator<FileRow>): AsyncGenerator<FileRow> {
  let characters = 0;
  for await (const { cells, ...row } of rows) {
    let width = cells.length;
    while (width > 0 && cells[width - 1]?.trim() === '') width--;
    if (width === 0) continue;
    if (width > IMPORT_LIMITS.columns) throw fileFault(importErrors.manyColumns(width, IMPORT_LIMITS.columns, row.row));
    const kept = cells.slice(0, width);
    const long = kept.findIndex((cell) => cell.length > IMPORT_LIMITS.cell);
    if (long >= 0) throw fileFault(importErrors.longCell(row.row, long + 1, IMPORT_LIMITS.cell));
    for (const cell of kept) characters += cell.length;
    if (characters > MAX_CHARACTERS) throw fileFault(importErrors.bomb);
    yield { ...row, cells: kept.map(cleanLines) };
  }
}

/** A line of a chat that WhatsApp exports: '[12/3/26, 10:04:05] Ana: Hola', '12/3/26, 10:04 p. m. - Ana: Hola'. */
const CHAT_LINE =
  /^\[?\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?(?:\]| -) \S/i;
const ENOUGH_CHAT_LINES = 2;

/** Beginnings of texts that other programs read. */
const BEGINNINGS: { begins: RegExp; says: string }[] = [
  { begins: /^\{\\rtf/, says: importErrors.noTable.document },
  { begins: /^BEGIN:VCALENDAR/i, says: importErrors.noTable.calendar },
  {
    begins: /^(?:From \S+ \w{3} \w{3} |Received: |Return-Path: |Delivered-To: |MIME-Version: )/i,
    says: importErrors.noTable.mail,
  },
  { begins: /^(?:\[\s*[[{"\]]|\{\s*["}])/, says: importErrors.noTable.json },
  { begins: /^<\?xml/i, says: importErrors.noTable.xml },
];

/** A sentence that says what a text is if it is no table; null if it may be one. */
function findOtherText(sample: string): string | null {
  const text = sample.replace(/^[\ufeff\s]+/, '');
  const known = BEGINNINGS.find(({ begins }) => begins.test(text));
  if (known) return known.says;
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/[\u200e\u200f\ufeff]/g, '').replace(/[\u00a0\u202f]/g, ' '));
  if (lines.filter((line) => CHAT_LINE.test(line)).length >= ENOUGH_CHAT_LINES) return importErrors.noTable.chat;
  return isQuotedWhole(lines.filter((line) => line !== '')) ? importErrors.noTable.quotedLines : null;
}

/** Every line is one cell with separators within: '"Nombre,Email"', as a file saved twice has it. */
function isQuotedWhole(lines: readonly string[]): boolean {
  // The last may have been cut.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.length > 0 && whole.every((line) => /^"(?:[^"]|"")*"$/.test(line) && /[,;\t]/.test(line));
}
