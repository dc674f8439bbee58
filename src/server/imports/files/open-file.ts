import { IMPORT_LIMITS, type LegacyEncoding } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { Archive } from './archive';
import { openCsv } from './csv-file';
import { type FileRow, fileFault, type OpenFile } from './file-rows';
import { openOds } from './ods-file';
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
];
const ZIP = [0x50, 0x4b];

/** Characters of all cells: many cells may share one string of a workbook. */
const MAX_CHARACTERS = 60 * 2 ** 20;

/**
 * Opens a file by its content, not its name or type. Rows come without trailing empty cells, and empty rows not at all.
 * `encoding`: what a text's lines are in that are not UTF-8; null: a guess.
 * @throws {AppError} `invalid`, now or while rows are read, with a sentence that says what is wrong with it.
 */
export async function openFile(file: Buffer, encoding: LegacyEncoding | null): Promise<OpenFile> {
  if (file.byteLength === 0) throw fileFault(importErrors.empty);
  const other = OTHERS.find(({ begins, at = 0 }) => beginsWith(file, begins, at));
  if (other && !(other.begins.length === 2 && !file.includes(0))) throw fileFault(other.says);
  if (/^\s*<(!doctype|html|table)/i.test(file.toString('latin1', 0, 200))) throw fileFault(importErrors.page);
  const opened = beginsWith(file, ZIP, 0) ? await openWorkbook(file) : openCsv(file, encoding);
  return { ...opened, rows: (sheet) => bounded(opened.rows(sheet)) };
}

async function openWorkbook(file: Buffer): Promise<OpenFile> {
  const book = await Archive.open(file);
  if (book.has('xl/workbook.xml')) return openXlsx(book);
  if (book.has('content.xml')) return openOds(book);
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
    yield { ...row, cells: kept };
  }
}
