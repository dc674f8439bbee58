import { type AppError, errorAt } from '~/server/app-error';

/** A row of the file: the number a spreadsheet shows, and how many cells it was written with. */
export type FileRow = { row: number; cells: string[]; width: number };

/** A readable file. `sheets`: a workbook's visible sheets, which `rows` indexes; empty for a CSV. */
export type OpenFile = {
  delimiter: string;
  /** `first`: its first rows, unless it is the only sheet of an Excel file. */
  sheets: { name: string; first: FileRow[] }[];
  rows: (sheet: number) => AsyncGenerator<FileRow>;
  isCut: () => boolean;
};

/** How many rows are looked at to recognise the columns, and the sheet with the people. */
export const LOOKED_AT = 200;

/** Why a file cannot be read, in a sentence for whoever sent it. */
export function fileFault(message: string): AppError {
  return errorAt('file', message);
}
